// Which build an address means. Names and numbers are coded by themselves (`a%2Fb/1`); older clients send the slashes of a
// name as they are (`a/b/1`), so the longest name that exists is taken.
import type { Actor } from '../../access/actor.ts'
import { badRequest } from '../../platform/errors.ts'
import { findRun, listRuns } from '../../registry/builds/find-builds.ts'
import {
  canBuild,
  findBuildRepository,
  noBuild,
  type BuildPlace,
} from '../../registry/builds/readable-builds.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Repository } from '../../registry/repositories.ts'

export interface BuildAddress {
  repository: Repository
  name: string
  /** Undefined when the whole address is a name. */
  number: string | undefined
}

function partsOf(rest: string): string[] {
  try {
    const parts = rest
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent)
    if (parts.some((part) => part.includes('\0'))) throw new URIError('NUL')
    return parts
  } catch {
    throw badRequest('The address has a percent sign that starts no valid code. Write it as %25.')
  }
}

/** The build that exists at the address, with its number if one is meant. */
export async function findAddress(
  registry: Registry,
  actor: Actor,
  place: BuildPlace,
  rest: string,
): Promise<BuildAddress> {
  const parts = partsOf(rest)
  const repository = await findBuildRepository(registry, place)
  if (!repository || parts.length === 0) throw noBuild(parts.join('/'))
  for (const [name, number] of readings(parts))
    if (canBuild(actor, 'read', repository.key, name) && (await exists(registry, repository, name, number)))
      return { repository, name, number }
  throw noBuild(parts.join('/'))
}

/** For calls that need a number. */
export async function findNumbered(
  registry: Registry,
  actor: Actor,
  place: BuildPlace,
  rest: string,
): Promise<{ name: string; number: string }> {
  const { name, number } = await findAddress(registry, actor, place, rest)
  if (number === undefined) throw badRequest('Name the number of the build behind its name.')
  return { name, number }
}

type Reading = [name: string, number: string | undefined]

/** Two parts are what a careful client sends; of more, the longest name comes first. */
function readings(parts: readonly string[]): Reading[] {
  const split = (at: number): Reading => [
    parts.slice(0, at).join('/'),
    at === parts.length ? undefined : parts.slice(at).join('/'),
  ]
  const lengths = parts.map((_, index) => parts.length - index)
  return (parts.length === 2 ? lengths.toReversed() : lengths).map(split).slice(0, 20)
}

async function exists(
  { database }: Registry,
  repository: Repository,
  name: string,
  number: string | undefined,
): Promise<boolean> {
  if (number !== undefined) return (await findRun(database.db, repository.id, name, number)) !== undefined
  return (await listRuns(database.db, repository.id, name, { limit: 1 })).length > 0
}
