// An identity mapping as the form has it: claims as rows, whose token it becomes, and with which rights. Pure.
import type { IdentityMapping } from '@bindery/contracts'

export interface ClaimRow {
  claim: string
  /** One of them is enough. */
  values: string[]
}

export const rightsKinds = ['user', 'groups', 'claim', 'scope'] as const
type RightsKind = (typeof rightsKinds)[number]

export interface MappingDraft {
  name: string
  description: string
  priority: number
  claims: ClaimRow[]
  /** A user by name, or a name made of claims. */
  subject: 'name' | 'pattern'
  username: string
  usernamePattern: string
  rights: RightsKind
  groups: string[]
  groupsPattern: string
  scope: string
  minutes: number
  /** Kept as they are. */
  audience: string
  projectKey: string
}

export const userScope = 'applied-permissions/user'
const groupScope = 'applied-permissions/groups:'

export const blankMapping = (priority: number): MappingDraft => ({
  name: '',
  description: '',
  priority,
  claims: [{ claim: '', values: [] }],
  subject: 'name',
  username: '',
  usernamePattern: '',
  rights: 'user',
  groups: [],
  groupsPattern: '',
  scope: '',
  minutes: 60,
  audience: '*@*',
  projectKey: '',
})

export function draftOf({ token_spec: spec, ...mapping }: IdentityMapping): MappingDraft {
  const rights = rightsOf(spec)
  return {
    ...blankMapping(mapping.priority),
    name: mapping.name,
    description: mapping.description,
    claims: Object.entries(mapping.claims).map(([claim, values]) => ({
      claim,
      // A text is compared with the text of what the token says, so it does the same as a number or a yes.
      values: [values].flat().map(String),
    })),
    subject: spec.username === '' ? 'pattern' : 'name',
    username: spec.username,
    usernamePattern: spec.username_pattern,
    rights,
    groups: rights === 'groups' ? namesIn(spec.scope) : [],
    groupsPattern: spec.groups_pattern,
    scope: rights === 'scope' ? spec.scope : '',
    minutes: spec.expires_in === 0 ? 60 : Math.max(1, Math.round(spec.expires_in / 60)),
    audience: spec.audience,
    projectKey: mapping.project_key,
  }
}

export function mappingOf(draft: MappingDraft): IdentityMapping {
  const rows = draft.claims.filter(({ claim, values }) => claim.trim() !== '' && values.length > 0)
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    priority: draft.priority,
    claims: Object.fromEntries(
      rows.map(({ claim, values }) => [claim.trim(), values.length === 1 ? (values[0] ?? '') : values]),
    ),
    token_spec: {
      username: draft.subject === 'name' ? draft.username.trim() : '',
      username_pattern: draft.subject === 'pattern' ? draft.usernamePattern.trim() : '',
      groups_pattern: draft.rights === 'claim' ? draft.groupsPattern.trim() : '',
      scope: scopeOf(draft),
      audience: draft.audience,
      expires_in: draft.minutes * 60,
    },
    project_key: draft.projectKey,
  }
}

function rightsOf({ scope, groups_pattern }: IdentityMapping['token_spec']): RightsKind {
  if (groups_pattern !== '') return 'claim'
  if (scope === userScope) return 'user'
  return scope.startsWith(groupScope) && !/ \S+:/.test(scope) ? 'groups' : 'scope'
}

function scopeOf({ rights, groups, scope }: MappingDraft): string {
  if (rights === 'groups') return `${groupScope}${groups.map((name) => `"${name}"`).join(',')}`
  return rights === 'scope' ? scope.trim() : userScope
}

const namesIn = (scope: string) =>
  [...scope.slice(groupScope.length).matchAll(/"([^"]*)"|([^,"]+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain?.trim() ?? '',
  )
