// The repositories that files of a build are taken from, when they are named.
import type { Actor } from '../../access/actor.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Registry } from '../../registry/registry.ts'
import { resolve } from '../../registry/resolve-repository.ts'

/** Undefined when none is named: any will do. */
export async function sourcesOf(
  registry: Registry,
  actor: Actor,
  keys: readonly string[],
  field: 'sourceRepo' | 'sourceRepos',
): Promise<string[] | undefined> {
  if (keys.length === 0) return undefined
  const found = await Promise.all(keys.map(async (key) => resolve(registry, key, actor, 'read')))
  const virtual = found.find(({ kind }) => kind === 'virtual')
  if (virtual)
    throw badRequest(
      `${virtual.key} is a virtual repository. Name the one that has the files as the source.`,
      field,
    )
  return found.map(({ key }) => key)
}
