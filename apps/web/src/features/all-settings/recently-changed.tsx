import type { RecentChange } from '@bindery/contracts'
import { Link } from '../../lib/link.tsx'
import { message, richMessage } from '../../lib/messages.ts'
import { When } from '../../shared/when.tsx'
import { HistoryIcon } from '../../ui/icons.ts'
import styles from './all-settings.module.css'
import type { CardGroup } from './card.ts'

/** What was changed, by whom and when, with the way there. */
export function RecentlyChanged({ changes, groups }: { changes: RecentChange[]; groups: CardGroup[] }) {
  const cards = new Map(groups.flatMap((group) => group.cards.map((card) => [card.page, card])))
  const known = changes.flatMap((change) => {
    const card = cards.get(change.page)
    return card === undefined || card.disabledBy !== undefined ? [] : [{ change, card }]
  })
  if (known.length === 0) return null
  return (
    <section className={styles['recent']} aria-label={message('settings.recent')}>
      <HistoryIcon size="1rem" stroke={1.5} aria-hidden="true" />
      <span>{message('settings.recent')}</span>
      {known.map(({ change: { page, target, actor, at }, card }) => (
        <span key={page}>
          {richMessage('settings.changedBy', {
            what: <Link to={card.to}>{target === null ? card.title : `${card.title} · ${target}`}</Link>,
            name: actor,
            when: <When at={at} />,
          })}
        </span>
      ))}
    </section>
  )
}
