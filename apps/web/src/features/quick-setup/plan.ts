// Which repositories a package type needs: one to publish to, one in front of its upstream, one address for both.
import type { RepositoryKind, RepositoryType } from '@bindery/contracts'

export interface Planned {
  key: string
  kind: RepositoryKind
  format: string
  config: Record<string, unknown>
  /** There is one of this key: it is left as it is. */
  isThere: boolean
}

export function planFor({ id, kinds, upstream }: RepositoryType, taken: ReadonlySet<string>): Planned[] {
  const make = (kind: RepositoryKind, config: Record<string, unknown> = {}): Planned[] => {
    const key = `${id}-${kind}`
    return kinds.includes(kind) ? [{ key, kind, format: id, config, isThere: taken.has(key) }] : []
  }
  const members = [
    ...make('local'),
    // Nobody can be asked without an address.
    ...(upstream === '' ? [] : make('remote', { url: upstream })),
  ]
  return [...members, ...make('virtual', { repositories: members.map(({ key }) => key) })]
}
