// What permissions can be about, and what becomes of them when a repository goes.
import { anyTargets, type PermissionSection } from '@bindery/contracts'
import { badRequest, quote } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import { chunks } from '../people/memberships.ts'

/** A slip in a name would give nobody anything, and nobody would notice. */
export async function refuseUnknownTargets(db: Db, sections: readonly PermissionSection[]): Promise<void> {
  const named = sections
    .filter(({ section }) => section === 'artifact')
    .flatMap(({ targets }) => targets.map((target) => target.name))
    .filter((name) => !isAny(name) && name !== 'artifactory-build-info')
  const known = new Set<string>()
  for (const some of chunks([...new Set(named.map(withoutCache))])) {
    const rows = await db.selectFrom('repositories').select('key').where('key', 'in', some).execute()
    for (const { key } of rows) known.add(key)
  }
  const missing = named.find((name) => !known.has(withoutCache(name)))
  if (missing !== undefined)
    throw badRequest(
      `There is no repository ${quote(missing)}. Name one that exists, or ${anyTargets.join(', ')}.`,
      'sections',
    )
}

/** Whoever makes a repository of this key later decides anew who may use it. Inside a transaction. */
export async function forgetTarget(db: Db, repositoryKey: string): Promise<void> {
  const concerned = db
    .selectFrom('permission_targets')
    .select('permission_id')
    .where('target', '=', repositoryKey)
    .where('section', '=', 'artifact')
  await db
    .updateTable('permissions')
    .set((update) => ({ revision: update('revision', '+', 1) }))
    .where('id', 'in', concerned)
    .execute()
  await db
    .deleteFrom('permission_targets')
    .where('target', '=', repositoryKey)
    .where('section', '=', 'artifact')
    .execute()
}

const isAny = (name: string) => anyTargets.some((any) => any === name)

/** The cache of a remote repository shows itself under a name of its own. */
const withoutCache = (name: string) => name.replace(/-cache$/, '')
