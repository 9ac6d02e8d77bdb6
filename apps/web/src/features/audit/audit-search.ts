// The address of the audit log: `?kind=&actor=&target=&outcome=&since=24h&entry=12`.
import { type RawSearch, textParam } from '../../lib/search-params.ts'

const outcomes = ['success', 'failure'] as const
const periods = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 } as const
type Period = keyof typeof periods

export interface AuditSearch {
  kind?: string | undefined
  actor?: string | undefined
  target?: string | undefined
  outcome?: (typeof outcomes)[number] | undefined
  since?: Period | undefined
  /** The entry whose details are open. */
  entry?: string | undefined
}

export function parseAuditSearch(raw: RawSearch): AuditSearch {
  return {
    kind: textParam(raw['kind']),
    actor: textParam(raw['actor']),
    target: textParam(raw['target']),
    outcome: outcomes.find((outcome) => outcome === raw['outcome']),
    since: Object.keys(periods).find((period): period is Period => period === raw['since']),
    entry: textParam(raw['entry']),
  }
}

export const hasFilter = ({ entry: _, ...filters }: AuditSearch) =>
  Object.values(filters).some((value) => value !== undefined)

/** What the server is asked; to the minute, so that a list keeps its key while somebody reads it. */
export function filterOf({ kind, actor, target, outcome, since }: AuditSearch, now = Date.now()) {
  const from =
    since === undefined
      ? undefined
      : new Date(Math.floor(now / 60_000) * 60_000 - periods[since] * 3_600_000).toISOString()
  return { kind, actor, target, outcome, from }
}

/** `sign-in.failed` as words. */
export function kindInWords(kind: string): string {
  const words = kind.replaceAll(/[.-]/g, ' ').replace(' *', '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Every kind, and before the kinds of one thing a choice for all of them. */
export function kindChoices(kinds: string[]): string[] {
  const things = Map.groupBy(kinds.toSorted(), (kind) => kind.split('.')[0] ?? kind)
  return [...things].flatMap(([thing, own]) => (own.length > 1 ? [`${thing}.*`, ...own] : own))
}
