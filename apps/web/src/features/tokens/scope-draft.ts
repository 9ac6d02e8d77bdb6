// What a token shall be able to do, as it is built in the form, and as the wire writes it.
export const scopeKinds = ['user', 'places', 'groups', 'admin', 'metrics'] as const
export type ScopeKind = (typeof scopeKinds)[number]

/** Somewhere in the repositories, and what may be done there. */
export interface Place {
  repository: string
  path: string
  letters: readonly Letter[]
}

export const letters = ['r', 'w', 'd', 'a', 'm'] as const
export type Letter = (typeof letters)[number]

export interface ScopeDraft {
  kind: ScopeKind
  places: readonly Place[]
  groups: readonly string[]
}

export const emptyPlace: Place = { repository: '', path: '', letters: ['r'] }
export const firstDraft: ScopeDraft = { kind: 'user', places: [emptyPlace], groups: [] }

/** Undefined while something is missing. */
export function scopeOf({ kind, places, groups }: ScopeDraft): string | undefined {
  if (kind === 'user') return 'applied-permissions/user'
  if (kind === 'admin') return 'applied-permissions/admin'
  if (kind === 'metrics') return 'system:metrics:r'
  if (kind === 'groups') {
    const names = groups.map((name) => (/[\s,]/.test(name) ? `"${name}"` : name))
    return names.length === 0 ? undefined : `applied-permissions/groups:${names.join(',')}`
  }
  const parts = places.map(placeScope)
  return parts.length === 0 || parts.includes(undefined) ? undefined : parts.join(' ')
}

function placeScope({ repository, path, letters: given }: Place): string | undefined {
  const key = repository.trim()
  const inside = path.trim().replace(/^\/+/, '')
  if (key === '' || given.length === 0 || /[\s:/"]/.test(key) || /[\s:"]/.test(inside)) return undefined
  return `artifact:${inside === '' ? key : `${key}/${inside}`}:${given.join(',')}`
}
