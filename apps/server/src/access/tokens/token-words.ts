// A scope as a sentence, for people who decide whether a token may stay.
import { parseScope, type ArtifactScope, type ScopeRestriction, type SystemScope } from './token-scope.ts'

export function scopeInWords(text: string, subject: string): string {
  const scope = parseScope(text)
  const parts = [...repositoryWords(scope, subject), ...systemWords(scope)]
  return parts.length === 0 ? 'say who it is, and nothing else' : parts.join('; ')
}

function repositoryWords(scope: ScopeRestriction, subject: string): string[] {
  const base = baseWords(scope, subject)
  const places = artifactWords(scope.artifacts)
  if (scope.artifacts.length === 0) return base
  return base.length === 0 ? [places] : [`of ${base.join(' and ')} only ${places}`]
}

function baseWords(scope: ScopeRestriction, subject: string): string[] {
  if (scope.admin) return ['everything, as an administrator']
  if (scope.user) return [`everything ${subject} may do`]
  const groups = scope.groups.length === 0 ? [] : [`what ${counted('group', scope.groups)} may do`]
  const roles = scope.roles.map(
    ({ project, roles }) => `what ${counted('role', roles)} may do in project ${project}`,
  )
  return [...groups, ...roles]
}

function artifactWords(artifacts: readonly ArtifactScope[]): string {
  const byActions = Map.groupBy(artifacts, ({ actions }) => [...actions].join(' + '))
  return [...byActions].map(([actions, some]) => `${actions} in ${joined(some.map(placeOf))}`).join(', ')
}

const placeOf = ({ repository, paths: [path] }: ArtifactScope) =>
  path === undefined ? repository.text : `${repository.text}/${path.text}`

const systemNames: Record<SystemScope, string> = {
  'metrics:r': 'read metrics',
  'livelogs:r': 'read live logs',
  'identities:r': 'read users and groups',
  'identities:w': 'change users and groups',
}

const systemWords = ({ system }: ScopeRestriction) => [...system].map((one) => systemNames[one])

const counted = (thing: string, names: readonly string[]) =>
  `the ${thing}${names.length === 1 ? '' : 's'} ${joined(names)}`

const joined = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
