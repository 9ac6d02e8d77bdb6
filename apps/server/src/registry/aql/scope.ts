// What an actor can find at all: repositories that hold items, by the names that a query may call them, and how far each may
// be read. Virtual names lead to their members; a remote repository means its cache.
import type { Actor } from '../../access/actor.ts'
import { can, canEverywhere, type Resource } from '../../access/rules/permissions.ts'
import type { Registry } from '../registry.ts'
import { cacheOf, listRepositories, virtualConfig, type Repository } from '../repositories.ts'

export interface Place {
  id: string
  /** What it is called in answers. */
  key: string
  resource: Resource
  /** No pattern narrows it. */
  isWhole: boolean
  createdAt: string
}

export interface Scope {
  actor: Actor
  /** Nothing is hidden from the actor. */
  isUnlimited: boolean
  /** By the id of the repository; only what may be read at least in part. */
  items: ReadonlyMap<string, Place>
  /** The names of a repository in a criterion: its own, and those of the virtual repositories that show it. */
  namesOf(id: string): { own: readonly string[]; virtual: readonly string[] }
}

export async function scopeOf(registry: Registry, actor: Actor): Promise<Scope> {
  const all = await listRepositories(registry)
  const physical = all.filter(({ kind }) => kind !== 'virtual')
  const virtuals = virtualNames(all)
  const names = new Map(
    physical.map(({ id, key, kind }) => [
      id,
      { own: kind === 'remote' ? [`${key}-cache`, key] : [key], virtual: virtuals.get(key) ?? [] },
    ]),
  )
  const items = placesOf(physical, actor)
  const isOpen = (places: Map<string, Place>) =>
    places.size === physical.length && [...places.values()].every(({ isWhole }) => isWhole)
  return {
    actor,
    isUnlimited: isOpen(items),
    items,
    namesOf: (id) => names.get(id) ?? { own: [], virtual: [] },
  }
}

export function mayRead({ actor }: Scope, place: Place | undefined, path: string): boolean {
  return place !== undefined && (place.isWhole || can(actor, 'read', place.resource, path))
}

/** Files of a build-info repository are read by whoever may read its builds: its section says so. */
function placesOf(repositories: Repository[], actor: Actor): Map<string, Place> {
  const places = repositories.map((repository): [string, Place] => {
    const { id, kind, createdAt } = repository
    const { key } = kind === 'remote' ? cacheOf(repository) : repository
    const isWhole = canEverywhere(actor, 'read', repository)
    return [id, { id, key, resource: repository, isWhole, createdAt }]
  })
  return new Map(places.filter(([, { isWhole, resource }]) => isWhole || can(actor, 'read', resource)))
}

/** The virtual repositories that show a repository, through others too. */
function virtualNames(all: readonly Repository[]): Map<string, string[]> {
  const byKey = new Map(all.map((one) => [one.key, one]))
  const names = new Map<string, string[]>()
  for (const virtual of all.filter(({ kind }) => kind === 'virtual'))
    for (const key of membersOf(virtual, byKey, new Set()))
      names.set(key, [...(names.get(key) ?? []), virtual.key])
  return names
}

function membersOf(
  virtual: Repository,
  byKey: ReadonlyMap<string, Repository>,
  seen: Set<string>,
): Set<string> {
  for (const key of virtualConfig(virtual).repositories) {
    const member = byKey.get(key)
    if (!member || seen.has(key)) continue
    seen.add(key)
    if (member.kind === 'virtual') membersOf(member, byKey, seen)
  }
  return seen
}
