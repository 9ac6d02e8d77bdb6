// Texts by id. A small part of ICU MessageFormat (arguments, plural) in 40 lines, because the full
// formatter would be a tenth of the first load.
import { Fragment, createElement, type ReactNode } from 'react'
import { brand } from '../messages/brand.ts'
import { catalogue, type MessageId } from '../messages/index.ts'

export type { MessageId }
type Values = Record<string, string | number>

export function message(id: MessageId, values: Values = {}): string {
  return partsOf(catalogue[id])
    .map((part) => (typeof part === 'string' ? part : render(part, values)))
    .join('')
}

/** The same with elements in place of arguments: `richMessage('x', { name: <b>…</b> })`. */
export function richMessage(id: MessageId, values: Record<string, ReactNode>): ReactNode {
  const parts = partsOf(catalogue[id]).map((part) =>
    typeof part === 'string' ? part : (values[part.name] ?? ''),
  )
  return parts.map((part, index) => createElement(Fragment, { key: index }, part))
}

interface Argument {
  name: string
  /** For plural: what to say for `one` and `other`, or for one number alone as `=0`. */
  forms?: Record<string, string>
}

const argument = /\{(\w+)(?:, plural,((?: [\w=]+ \{[^{}]*\})+))?\}/g
const plural = new Intl.PluralRules('en')
const number = new Intl.NumberFormat('en')

export function partsOf(pattern: string): (string | Argument)[] {
  const parts: (string | Argument)[] = []
  let end = 0
  for (const match of pattern.matchAll(argument)) {
    parts.push(pattern.slice(end, match.index), argumentOf(match[1] ?? '', match[2]))
    end = match.index + match[0].length
  }
  return [...parts, pattern.slice(end)].filter((part) => part !== '')
}

function argumentOf(name: string, forms: string | undefined): Argument {
  if (forms === undefined) return { name }
  const pairs = [...forms.matchAll(/([\w=]+) \{([^{}]*)\}/g)].map((match) => [match[1], match[2]])
  return { name, forms: Object.fromEntries(pairs) }
}

function render({ name, forms }: Argument, values: Values): string {
  const value = values[name] ?? brand[name as keyof typeof brand] ?? '' // an unknown name finds nothing
  const shown = typeof value === 'number' ? number.format(value) : value
  if (forms === undefined) return shown
  const form = forms[`=${value}`] ?? forms[plural.select(Number(value))] ?? forms['other'] ?? ''
  return form.replace('#', shown)
}
