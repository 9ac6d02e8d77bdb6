// Searching the grid: titles first, then the fields of a page and the other names it goes by.
import { message } from '../../lib/messages.ts'
import type { CardGroup, SettingCard } from './card.ts'
import { detailsOf } from './details.ts'

export interface Found {
  card: SettingCard
  /** What matched beside the title, as it is shown under it. */
  because: { label: string; text: string } | undefined
}

interface FoundGroup extends Omit<CardGroup, 'cards'> {
  found: Found[]
}

/** In the order of the grid. A group without a card that could be opened is gone. */
export function search(groups: readonly CardGroup[], wanted: string): FoundGroup[] {
  return groups.flatMap(({ cards, ...group }) => {
    if (cards.every(({ disabledBy }) => disabledBy !== undefined)) return []
    const found = cards.flatMap((card) => matchCard(card, wanted))
    return found.length === 0 ? [] : [{ ...group, found }]
  })
}

function matchCard(card: SettingCard, wanted: string): Found[] {
  if (wanted === '' || holds(card.title, wanted)) return [{ card, because: undefined }]
  const { fields, synonyms } = detailsOf(card.page)
  const field = fields.find((name) => holds(name, wanted))
  if (field !== undefined) return [{ card, because: { label: message('settings.field'), text: field } }]
  const synonym = synonyms.find((name) => holds(name, wanted))
  return synonym === undefined ? [] : [{ card, because: { label: message('settings.also'), text: synonym } }]
}

const holds = (text: string, wanted: string) => text.toLowerCase().includes(wanted.toLowerCase())

/** The text in three: before the match, the match, after it; the match is empty when there is none. */
export function splitAt(text: string, wanted: string): [string, string, string] {
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted.toLowerCase())
  return at < 0
    ? [text, '', '']
    : [text.slice(0, at), text.slice(at, at + wanted.length), text.slice(at + wanted.length)]
}
