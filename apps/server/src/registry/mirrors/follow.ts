// From what happened to what mirrors have to look at again.
import { z } from 'zod'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { RecordedEvent } from '../../platform/jobs/events.ts'
import type { Registry } from '../registry.ts'
import { findRepository, isLocal } from '../repositories.ts'
import { noteChanges } from './changes.ts'
import { mirrorsOf } from './mirror.ts'
import { stateOf, wakeMirror } from './state.ts'

const Told = z.object({
  repository: z.string(),
  path: z.string().optional(),
  from: z.string().optional(),
  package: z.string().optional(),
  origins: z.array(z.string()).optional(),
})
type Told = z.infer<typeof Told>

export const followedEvents = ['published', 'deleted', 'copied', 'moved', 'property-changed', 'tag-changed']

export async function followEvent(registry: Registry, { kind, payload }: RecordedEvent): Promise<void> {
  const told = Told.parse(payload)
  if (told.path !== undefined) await note(registry, told.repository, [told.path], told.origins)
  else if (told.package !== undefined)
    await note(registry, told.repository, await pathsOf(registry.database.db, told), told.origins)
  if (kind !== 'moved' || told.from === undefined) return
  const slash = told.from.indexOf('/')
  await note(registry, told.from.slice(0, slash), [told.from.slice(slash + 1)], told.origins)
}

async function note(
  registry: Registry,
  key: string,
  paths: readonly string[],
  origins: readonly string[] = [],
): Promise<void> {
  const repository = await findRepository(registry, key)
  if (!repository || !isLocal(repository)) return
  const mirrors = await mirrorsOf(registry, registry.database.db, repository)
  const following = mirrors.filter(
    // Of what a member sends, that member tells all others: it goes no further from here.
    (one) => one.isEnabled && one.followsEvents && !(one.isFederated && origins.length > 0),
  )
  if (following.length === 0) return
  await transaction(registry.database, async (db) => {
    for (const mirror of following) {
      const { id, failures } = await stateOf(db, mirror)
      await noteChanges(db, id, paths, origins)
      // One that fails is left to its pause.
      if (failures === 0) await wakeMirror(db, id, registry.clock.now())
    }
  })
}

/** Of all files of a package: its tags are properties of some of them. */
async function pathsOf(db: Db, told: Told): Promise<string[]> {
  const rows = await db
    .selectFrom('nodes')
    .innerJoin('versions', 'versions.id', 'nodes.version_id')
    .innerJoin('packages', 'packages.id', 'versions.package_id')
    .innerJoin('repositories', 'repositories.id', 'packages.repository_id')
    .select('nodes.path')
    .where('repositories.key', '=', told.repository)
    .where('packages.name', '=', told.package ?? '')
    .execute()
  return rows.map(({ path }) => path)
}
