// The LDAP servers and mappings as they are stored: one document, the order of the list is the order of asking. The
// password of the manager is sealed, never told, and stays with the server it was given for.
import { LdapGroupMapping, LdapServerSettings, type LdapServer, type NewLdapServer } from '@bindery/contracts'
import { z } from 'zod'
import { audit, type AuditEntry, type Doer } from '../../access/audit.ts'
import { badRequest, conflict, notFound } from '../../platform/errors.ts'
import { liveSetting } from '../../platform/live-settings.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Vault } from '../../platform/vault.ts'
import type { Services } from '../feature.ts'
import { addressOf, type ServerToAsk } from './directory.ts'
import { fillFilter, parseFilter } from './names.ts'

const StoredServer = LdapServerSettings.extend({ key: z.string(), sealedPassword: z.string().default('') })
type StoredServer = z.infer<typeof StoredServer>

export const ldapSettings = liveSetting(
  'ldap',
  z.object({
    servers: z.array(StoredServer).default([]),
    mappings: z.array(LdapGroupMapping).default([]),
    /** Taken away all at once, and when. */
    cleared: z.object({ at: z.string(), servers: z.array(StoredServer) }).optional(),
  }),
)
type LdapSettings = z.infer<typeof ldapSettings.schema>

const mostServers = 100

export async function readLdap({ access }: Services) {
  const { servers, mappings } = await access.live.get(ldapSettings)
  return { servers: servers.map(toServer), mappings }
}

export async function createServer(services: Services, by: Doer, given: NewLdapServer): Promise<LdapServer> {
  const { key } = given
  return change(services, by, { kind: 'ldap.created', target: key, detail: told(given) }, (settings) => {
    if (settings.servers.some((one) => one.key === key))
      throw conflict(`There is an LDAP server named ${key} already. Choose another name.`)
    if (settings.servers.length >= mostServers)
      throw conflict(`There are ${mostServers} LDAP servers already. Remove one first.`)
    const server = toStored(services, given, sameServer(given, findCleared(services, settings, key)))
    return [{ ...settings, servers: [...settings.servers, server] }, toServer(server)]
  })
}

export async function changeServer(services: Services, by: Doer, given: NewLdapServer): Promise<LdapServer> {
  const { key } = given
  return change(services, by, { kind: 'ldap.changed', target: key, detail: told(given) }, (settings) => {
    const server = toStored(services, given, getServer(settings, key))
    const servers = settings.servers.map((one) => (one.key === key ? server : one))
    return [{ ...settings, servers }, toServer(server)]
  })
}

export async function removeServer(services: Services, by: Doer, key: string): Promise<void> {
  return change(services, by, { kind: 'ldap.deleted', target: key }, (settings) => {
    getServer(settings, key)
    const servers = settings.servers.filter((one) => one.key !== key)
    const mappings = settings.mappings.filter(({ server }) => server !== key)
    return [{ ...settings, servers, mappings }, undefined]
  })
}

const rememberedMs = 60 * 60_000

/**
 * Terraform takes one server away by taking all away and giving back the others, without their passwords. So mappings stay,
 * and for a while a server that comes back at the same address finds its password again.
 */
export async function clearServers(services: Services, by: Doer): Promise<void> {
  const at = services.clock.now().toISOString()
  return change(services, by, { kind: 'ldap.cleared' }, ({ servers, ...rest }) => [
    { ...rest, servers: [], cleared: { at, servers } },
    undefined,
  ])
}

function findCleared({ clock }: Services, { cleared }: LdapSettings, key: string): StoredServer | undefined {
  if (!cleared || clock.now().getTime() - Date.parse(cleared.at) > rememberedMs) return undefined
  return cleared.servers.find((one) => one.key === key)
}

export async function orderServers(services: Services, by: Doer, keys: string[]): Promise<void> {
  return change(services, by, { kind: 'ldap.ordered', detail: { keys } }, (settings) => {
    const servers = keys.map((key) => getServer(settings, key))
    if (new Set(keys).size !== settings.servers.length || keys.length !== settings.servers.length)
      throw badRequest('Name every LDAP server once.', 'keys')
    return [{ ...settings, servers }, undefined]
  })
}

export async function saveMapping(
  services: Services,
  by: Doer,
  given: LdapGroupMapping,
  isNew: boolean,
): Promise<LdapGroupMapping> {
  const { name } = given
  if (given.filter.trim() !== '') parseFilter(given.filter, 'filter')
  const kind = isNew ? 'ldap-mapping.created' : 'ldap-mapping.changed'
  const detail = { server: given.server, strategy: given.strategy }
  return change(services, by, { kind, target: name, detail }, (settings) => {
    const isThere = settings.mappings.some((one) => one.name === name)
    if (isThere && isNew)
      throw conflict(`There is a group mapping named ${name} already. Choose another name.`)
    if (!isThere && !isNew) throw notFound('group mapping', name)
    if (!settings.servers.some(({ key }) => key === given.server))
      throw badRequest(`There is no LDAP server named ${given.server}.`, 'server')
    if (isNew && settings.mappings.length >= mostServers)
      throw conflict(`There are ${mostServers} group mappings already. Remove one first.`)
    const others = settings.mappings.map((one) => (one.name === name ? given : one))
    return [{ ...settings, mappings: isNew ? [...others, given] : others }, given]
  })
}

export async function removeMapping(services: Services, by: Doer, name: string): Promise<void> {
  return change(services, by, { kind: 'ldap-mapping.deleted', target: name }, (settings) => {
    getMapping(settings, name)
    return [{ ...settings, mappings: settings.mappings.filter((one) => one.name !== name) }, undefined]
  })
}

export function getMapping(settings: LdapSettings, name: string): LdapGroupMapping {
  const mapping = settings.mappings.find((one) => one.name === name)
  if (!mapping) throw notFound('group mapping', name)
  return mapping
}

export function getServer(settings: LdapSettings, key: string): StoredServer {
  const server = settings.servers.find((one) => one.key === key)
  if (!server) throw notFound('LDAP server', key)
  return server
}

/** With the password of the manager, for connecting. */
export const toAsk = (vault: Vault, { sealedPassword, ...server }: StoredServer): ServerToAsk => ({
  ...server,
  managerPassword: sealedPassword === '' ? '' : vault.open(sealedPassword, sealedFor(server.key)),
})

/** As it would be stored: checked, and with the password that is kept when none is given. */
export function toStored(
  services: Services,
  given: NewLdapServer,
  before: StoredServer | undefined,
): StoredServer {
  const { managerPassword = '', ...server } = given
  services.outbound.policy.check(addressOf(server.url).host)
  if (server.userDnPattern === '' && server.searchFilter === '')
    throw badRequest(
      'Give a user DN pattern or a search filter: one of them must find people.',
      'searchFilter',
    )
  if (server.userDnPattern !== '' && !server.userDnPattern.includes('{0}'))
    throw badRequest('The user DN pattern needs {0} in the place of the user name.', 'userDnPattern')
  if (server.searchFilter !== '' && !server.searchFilter.includes('{0}'))
    throw badRequest('The search filter needs {0} in the place of the user name.', 'searchFilter')
  if (server.searchFilter !== '') parseFilter(fillFilter(server.searchFilter, 'x'), 'searchFilter')
  return { ...server, sealedPassword: passwordOf(services.access.vault, server, managerPassword, before) }
}

function passwordOf(
  vault: Vault,
  server: Omit<NewLdapServer, 'managerPassword'>,
  typed: string,
  before: StoredServer | undefined,
): string {
  if (server.managerDn === '') return ''
  if (typed !== '') return vault.seal(typed, sealedFor(server.key))
  if (!before || before.sealedPassword === '') return ''
  // Whoever may change an address must not learn, by naming a server of their own, the password kept for the other.
  if (!isSameAddress(server.url, before.url))
    throw badRequest('The address has changed: type the password of the manager again.', 'managerPassword')
  return before.sealedPassword
}

function isSameAddress(one: string, other: string): boolean {
  const [now, then] = [addressOf(one), addressOf(other)]
  return now.host === then.host && now.port === then.port && now.isSecure === then.isSecure
}

/** Who comes back elsewhere, or as somebody else, is new. */
const sameServer = ({ url, managerDn }: NewLdapServer, before: StoredServer | undefined) =>
  before && isSameAddress(url, before.url) && managerDn === before.managerDn ? before : undefined

const sealedFor = (key: string) => `ldap:${key}`

/** As the API tells it. */
export const toServer = ({ sealedPassword, ...server }: StoredServer): LdapServer => ({
  ...server,
  managerPassword: '',
  hasManagerPassword: sealedPassword !== '',
})

const told = ({ url, isEnabled }: NewLdapServer) => ({ url, isEnabled })

async function change<T>(
  { access, database }: Services,
  by: Doer,
  entry: AuditEntry,
  decide: (settings: LdapSettings) => [LdapSettings, T],
): Promise<T> {
  return transaction(database, async (db, after) => {
    let answer: T | undefined
    await access.live.change(db, after, ldapSettings, (settings) => {
      const [next, result] = decide(settings)
      answer = result
      return next
    })
    await audit(access, db, by, entry)
    // Set by decide, which ran, or threw and left this function.
    return answer as T
  })
}
