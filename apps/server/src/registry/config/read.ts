// From what somebody wrote to what is kept, and from what is kept to a whole configuration. Kept is only what was given, so
// that a default that improves later reaches everybody who relied on it.
import { badRequest, tooLarge } from '../../platform/errors.ts'
import { isGiven, type Member } from './member.ts'
import {
  membersOf,
  type CommonConfig,
  type FederatedConfig,
  type LocalConfig,
  type RemoteConfig,
  type VirtualConfig,
} from './members.ts'
import { defaultLayout, type RepositoryKind } from './package-types.ts'

/** A configuration as it is kept: only what was given, in the right types; secrets sealed. */
export type Settings = Record<string, unknown>

/** All members of the kind and type; those of other kinds are absent. */
export type RepositoryConfig = CommonConfig &
  Partial<Omit<LocalConfig & FederatedConfig & RemoteConfig & VirtualConfig, keyof CommonConfig>>

const mostBytes = 64 * 1024
const longestName = 128

/** These have columns of their own, or follow from them. */
const columns = new Set(['key', 'rclass', 'type', 'packageType', 'description', 'projectKey', 'environments'])

/** What is given replaces what was kept, member by member; null goes back to the default. */
export function readSettings(
  kind: RepositoryKind,
  format: string,
  given: Readonly<Record<string, unknown>>,
  before: Settings = {},
): Settings {
  const members = membersOf(kind, format)
  const settings = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(given)) {
    if (columns.has(name) || value === undefined || (name === 'url' && kind !== 'remote')) continue
    if (name.length > longestName)
      throw badRequest(`The name of a member has at most ${longestName} characters.`)
    // Names come from outside: `constructor` is no member.
    const member = Object.hasOwn(members, name) ? members[name] : undefined
    if (isEmpty(value, member)) settings.delete(name)
    else settings.set(name, member ? member.read(value, name) : value)
  }
  const read = Object.fromEntries(settings)
  if (Buffer.byteLength(JSON.stringify(read)) > mostBytes)
    throw tooLarge(`The configuration of a repository has at most ${mostBytes / 1024} kB.`)
  return read
}

/** Null, and nothing at all where a number, a switch or a word is asked for. */
const isEmpty = (value: unknown, member: Member<unknown> | undefined) =>
  !isGiven(value) ||
  (value === '' && member !== undefined && member.fallback !== '' && !Array.isArray(member.fallback))

const filled = new Map<string, Settings>()

export function fillConfig(kind: RepositoryKind, format: string, settings: Settings): RepositoryConfig {
  const place = `${kind} ${format}`
  let defaults = filled.get(place)
  if (!defaults) {
    defaults = defaultsOf(kind, format)
    filled.set(place, defaults)
  }
  const layout = { repoLayoutRef: defaultLayout(kind, format, settings.terraformType) }
  // The table of members gave each value its type, when it was read or as a default.
  return { ...defaults, ...layout, ...settings } as unknown as RepositoryConfig
}

function defaultsOf(kind: RepositoryKind, format: string): Settings {
  const members = Object.entries(membersOf(kind, format))
  const defaults: Settings = Object.fromEntries(members.map(([name, { fallback }]) => [name, fallback]))
  // Their poms are written by hand more often than by Maven.
  if ('suppressPomConsistencyChecks' in defaults && format !== 'maven')
    defaults.suppressPomConsistencyChecks = true
  return defaults
}
