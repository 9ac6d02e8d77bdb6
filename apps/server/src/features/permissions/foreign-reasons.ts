// A manager asks why somebody may do something: rules that are not theirs to see count, but are not named.
import type { Reason } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { manages } from '../../access/rules/permission-managers.ts'
import { findSections } from '../../access/rules/permission-store.ts'
import type { Db } from '../../platform/db/connect.ts'

export async function hideForeign(db: Db, asker: Actor, reasons: readonly Reason[]): Promise<Reason[]> {
  const names = reasons.flatMap(({ kind, permission }) =>
    kind === 'permission' && permission !== undefined ? [permission] : [],
  )
  const sections = await findSections(db, names)
  const isForeign = ({ kind, permission }: Reason) =>
    kind === 'role' ||
    (kind === 'permission' && !manages(asker, (permission && sections.get(permission)) || []))
  return reasons.map((reason) =>
    isForeign(reason)
      ? { kind: reason.kind, sentence: `A ${reason.kind} that you do not manage decides this.` }
      : reason,
  )
}
