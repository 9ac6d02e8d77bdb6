// Which repositories a package type needs: one to publish to, one in front of its upstream, one address for both.
import { type RepositoryKind, repositoryKeyPattern, type RepositoryType } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'

export interface Planned {
  /** The key that was proposed; `key` is what people made of it. */
  proposed: string
  key: string
  kind: RepositoryKind
  format: string
  config: Record<string, unknown>
  /** There is one of this key: it is left as it is. */
  isThere: boolean
}

/** Keys by what was proposed for them. */
export type Names = ReadonlyMap<string, string>

export function planFor(
  { id, kinds, upstream }: RepositoryType,
  taken: ReadonlySet<string>,
  names: Names = new Map(),
): Planned[] {
  const make = (kind: RepositoryKind, config: Record<string, unknown> = {}): Planned[] => {
    const proposed = `${id}-${kind}`
    const key = names.get(proposed) ?? proposed
    return kinds.includes(kind) ? [{ proposed, key, kind, format: id, config, isThere: taken.has(key) }] : []
  }
  const members = [
    ...make('local'),
    // Nobody can be asked without an address.
    ...(upstream === '' ? [] : make('remote', { url: upstream })),
  ]
  return [...members, ...make('virtual', { repositories: members.map(({ key }) => key) })]
}

/** Why a repository cannot be called this; undefined when it can. */
export function keyMistake(key: string, taken: Iterable<string>): string | undefined {
  if (key === '') return message('spec.mandatory')
  if (!repositoryKeyPattern.test(key)) return message('spec.namePattern')
  const isTaken = [...taken].some((one) => one.toLowerCase() === key.toLowerCase())
  return isTaken ? message('quickSetup.keyTaken', { key }) : undefined
}
