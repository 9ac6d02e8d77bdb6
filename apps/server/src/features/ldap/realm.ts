// The directories as a place to check passwords: asked in their order, the first that knows the person settles it. One that
// is down is left alone for a while, so that it costs the people of the others nothing.
import type { LdapGroupMapping } from '@bindery/contracts'
import type {
  ExternalIdentity,
  PasswordRealm,
  VouchedIdentity,
} from '../../access/external/external-identity.ts'
import { AppError } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'
import { Unreachable, Untrusted, withDirectory, type ServerToAsk } from './directory.ts'
import { groupsOf, personAttributes, type DirectoryGroup } from './groups.ts'
import { lookUp, type Looked, type NotFound, type Person } from './person.ts'
import { ldapSettings, toAsk } from './settings.ts'

const restMs = 10_000
const whatItMeans = 'Whoever is known there may not be able to sign in at the moment.'

export function ldapRealm(services: Services): PasswordRealm {
  /** Servers that did not answer, and until when they are not asked. What is changed is tried at once. */
  const resting = new Map<string, number>()
  /** When each was last seen alive. */
  const seen = new Map<string, number>()

  async function ask<T>(server: ServerToAsk, work: () => Promise<T>): Promise<T> {
    const id = connectionOf(server)
    if ((resting.get(id) ?? 0) > services.clock.now().getTime())
      throw new Unreachable('It was down a moment ago.')
    try {
      const result = await work()
      resting.delete(id)
      seen.set(id, services.clock.now().getTime())
      return result
    } catch (error) {
      if (!isDown(error)) throw error
      resting.set(id, services.clock.now().getTime() + restMs)
      services.log.warn('An LDAP server cannot be used', { server: server.key, error })
      throw error
    }
  }

  async function first(name: string, password: string | undefined): Promise<VouchedIdentity | undefined> {
    if (password === '') return undefined
    let failure: unknown
    for (const { server, mappings } of await enabled(services)) {
      try {
        const found = await ask(server, () => findIdentity(services, server, mappings, { name, password }))
        if (typeof found !== 'string') return found
        if (found === 'manager-refused')
          services.log.warn('An LDAP server refuses its manager, so nobody is found there', {
            server: server.key,
          })
      } catch (error) {
        services.log.debug('An LDAP server did not settle a sign-in', { server: server.key, error })
        failure ??= error
      }
    }
    if (failure !== undefined) throw new AppError('not-ready', 'LDAP is not reachable', { cause: failure })
    return undefined
  }

  async function isAlive(server: ServerToAsk): Promise<boolean> {
    const id = connectionOf(server)
    if ((seen.get(id) ?? 0) + restMs > services.clock.now().getTime()) return true
    return ask(server, () => greet(services, server)).then(
      () => true,
      () => false,
    )
  }

  let probing: Promise<boolean[]> | undefined
  return {
    label: 'LDAP',
    check: (name, password) => first(name, password),
    find: (name) => first(name, undefined),
    async state() {
      const servers = await enabled(services)
      if (servers.length === 0) return undefined
      // However many ask, each server is probed once at a time, and not again for a while.
      probing ??= Promise.all(servers.map(({ server }) => isAlive(server))).finally(
        () => (probing = undefined),
      )
      const isAvailable = (await probing).every(Boolean)
      return { name: 'LDAP', isAvailable, message: isAvailable ? '' : whatItMeans }
    },
  }
}

/** The entry about the server itself, which everybody may read; also a refusal is an answer. */
const greet = ({ outbound }: Services, server: ServerToAsk) =>
  withDirectory(server, outbound.policy, (directory) =>
    directory
      .search('', { scope: 'base', filter: '(objectClass=*)', attributes: ['1.1'] }, 1)
      .catch((error: unknown) => {
        if (isDown(error)) throw error
        return []
      }),
  )

interface Asking {
  server: ServerToAsk
  mappings: LdapGroupMapping[]
}

async function enabled({ access }: Services): Promise<Asking[]> {
  const { servers, mappings } = await access.live.get(ldapSettings)
  return servers
    .filter(({ isEnabled }) => isEnabled)
    .map((server) => ({
      server: toAsk(access.vault, server),
      mappings: mappings.filter((mapping) => mapping.server === server.key),
    }))
}

async function findIdentity(
  { outbound }: Services,
  server: ServerToAsk,
  mappings: LdapGroupMapping[],
  given: { name: string; password: string | undefined },
): Promise<VouchedIdentity | NotFound> {
  const attributes = personAttributes(mappings)
  return lookUp({ server, policy: outbound.policy, attributes }, given, async (found: Looked) => {
    if (typeof found === 'string') return found
    const groups = await Promise.all(
      mappings.map((mapping) => groupsOf(found.directory, mapping, found.person)),
    )
    return {
      ...toIdentity(found.person, mappings.length > 0 ? groups.flat() : undefined),
      rules: rulesOf(server),
    }
  })
}

/** Servers are often several doors to one directory, so a person is the same behind each: by what the directory calls them. */
export const toIdentity = (person: Person, groups: DirectoryGroup[] | undefined): ExternalIdentity => ({
  realm: 'ldap',
  provider: 'ldap',
  name: person.name,
  externalId: person.externalId,
  email: person.email,
  // Groups here are known by their name, or by the DN of the one that they were imported from.
  groups: groups && [...new Set(groups.flatMap(({ name, dn }) => (dn === '' ? [name] : [name, dn])))],
})

export const rulesOf = (server: ServerToAsk) => ({
  createUsers: server.autoCreateUsers,
  syncGroups: true,
  allowProfile: server.allowProfile,
})

const connectionOf = ({ key, url, useStartTls, caCertificate }: ServerToAsk) =>
  JSON.stringify([key, url, useStartTls, caCertificate])

const isDown = (error: unknown) => error instanceof Unreachable || error instanceof Untrusted
