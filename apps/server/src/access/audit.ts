// The audit log: who did what to people, rights and credentials, from where, and with what result. Entries of a change are
// written in its transaction, so that neither exists without the other.
import type { Db } from '../platform/db/connect.ts'
import { recordEvent } from '../platform/jobs/events.ts'
import type { Access } from './access.ts'

/** Who does it; a call of the management API is one. */
export interface Doer {
  actor: { name: string }
  /** Null when the program itself does it. */
  address: string | null
}

export interface AuditEntry {
  /** What happened, as `thing.verb`: `user.created`, `sign-in.failed`. */
  kind: `${string}.${string}`
  outcome?: 'success' | 'failure'
  /** Whom or what it concerns: a user, group, permission, token id. */
  target?: string
  /** More, for people. Never a secret. */
  detail?: Record<string, unknown>
}

export async function audit(access: Access, db: Db, by: Doer, entry: AuditEntry): Promise<void> {
  access.log?.info(`Audit: ${entry.kind}`, {
    outcome: entry.outcome ?? 'success',
    actor: by.actor.name,
    address: by.address,
    target: entry.target,
    ...entry.detail,
  })
  await db
    .insertInto('audit')
    .values({
      at: access.clock.now().toISOString(),
      kind: entry.kind,
      outcome: entry.outcome ?? 'success',
      actor: by.actor.name,
      address: by.address,
      target: entry.target?.slice(0, 512) ?? null,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute()
  if (entry.outcome !== 'failure' && !quiet.has(entry.kind))
    await recordEvent(db, 'audited', { kind: entry.kind }, access.clock)
}

/** Of a document that is changed as a whole, what is not as before: for the detail of an entry. */
export function changedMembers(before: object, after: object): Record<string, unknown> {
  const old = new Map<string, unknown>(Object.entries(before))
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name))),
  )
}

/** What happens all day and changes nothing that anybody has on a screen. */
const quiet = new Set(['sign-in.succeeded', 'sign-in.failed', 'token.refreshed', 'ssh-key.used'])
