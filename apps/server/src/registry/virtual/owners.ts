// Who may answer for a name. A name that a local member has is not taken from a remote one: whoever publishes it on a
// public server would otherwise get into everybody's build (dependency confusion). An administrator allows that for one
// virtual repository, or gives a member priority; what a member with priority has, the others are not asked for.
import { isLocal, virtualConfig, type Repository } from '../repositories.ts'
import { recallPackage } from '../packages.ts'
import type { Registry } from '../registry.ts'
import { noteHidden } from './hidden-names.ts'

interface Owners {
  /** Asked first; when one of them has the name, the others do not count. */
  priority: Repository[]
  others: Repository[]
}

/** Looks at all local members, whatever the reader may see: nobody's missing right opens the way to a stranger's package. */
export async function ownersOf(
  registry: Registry,
  virtual: Repository,
  members: readonly Repository[],
  name: string | undefined,
): Promise<Owners> {
  const priority = members.filter((one) => one.config.priorityResolution)
  const rest = members.filter((one) => !one.config.priorityResolution)
  const locals = rest.filter(isLocal)
  const isOpen =
    name === undefined ||
    locals.length === 0 ||
    locals.length === rest.length ||
    virtualConfig(virtual).allowRemoteVersionsOfLocalPackages ||
    !(await haveName(registry, locals, name))
  if (isOpen) return { priority, others: rest }
  noteHidden(
    registry,
    virtual,
    rest.filter((one) => !isLocal(one)),
    name,
  )
  return { priority, others: locals }
}

async function haveName(registry: Registry, locals: Repository[], name: string): Promise<boolean> {
  if (!registry.database.isShared) {
    const rows = await Promise.all(locals.map(({ id }) => recallPackage(registry, id, name)))
    return rows.some((row) => row !== undefined)
  }
  const row = await registry.database.db
    .selectFrom('packages')
    .select('id')
    .where(
      'repository_id',
      'in',
      locals.map(({ id }) => id),
    )
    .where('name', '=', name)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
