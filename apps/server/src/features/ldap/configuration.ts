// LDAP servers and the mappings of their groups in the configuration document.
import { LdapGroupMapping, NewLdapServer } from '@bindery/contracts'
import type { Doer } from '../../access/audit.ts'
import { mergeKeyed, type Plain, type PlainObject, readElement } from '../../registry/config/elements.ts'
import { choice, flag, group, text } from '../../registry/config/member.ts'
import type { ConfigurationPart, Services } from '../feature.ts'
import {
  changeServer,
  clearServers,
  createServer,
  ldapSettings,
  readLdap,
  removeMapping,
  removeServer,
  saveMapping,
} from './settings.ts'

const search = {
  searchFilter: text(),
  searchBase: text(),
  searchSubTree: flag(true),
  managerDn: text(),
  managerPassword: text(),
}

const server = {
  enabled: flag(true),
  ldapUrl: text(),
  userDnPattern: text(),
  emailAttribute: text('mail'),
  autoCreateUser: flag(true),
  ldapPoisoningProtection: flag(true),
  allowUserToAccessProfile: flag(),
  pagingSupportEnabled: flag(true),
  search: group(search),
}

const strategies = ['STATIC', 'DYNAMIC', 'HIERARCHICAL'] as const

const mapping = {
  enabledLdap: text(),
  groupBaseDn: text(),
  groupNameAttribute: text('cn'),
  groupMemberAttribute: text('member'),
  subTree: flag(true),
  forceAttributeSearch: flag(),
  filter: text(),
  descriptionAttribute: text('description'),
  strategy: choice(...strategies),
}

export const serversPart: ConfigurationPart = {
  path: ['security', 'ldapSettings'],
  async describe(services) {
    const servers = (await readLdap(services)).servers.map((one): [string, PlainObject] => [
      one.key,
      {
        enabled: one.isEnabled,
        ldapUrl: one.url,
        userDnPattern: one.userDnPattern,
        emailAttribute: one.emailAttribute,
        autoCreateUser: one.autoCreateUsers,
        ldapPoisoningProtection: one.poisoningProtection,
        allowUserToAccessProfile: one.allowProfile,
        pagingSupportEnabled: one.usesPaging,
        search: {
          searchFilter: one.searchFilter,
          searchBase: one.searchBase,
          searchSubTree: one.searchSubtree,
          managerDn: one.managerDn,
        },
      },
    ])
    return Object.fromEntries(servers)
  },
  async merge(services, by, given) {
    if (given === null) {
      await clearServers(services, by)
      return undefined
    }
    return mergeKeyed('security.ldapSettings', given, {
      keys: async () => (await readLdap(services)).servers.map(({ key }) => key),
      remove: (key) => removeServer(services, by, key),
      merge: (key, element) => mergeServer(services, by, key, element),
    })
  },
}

async function mergeServer(services: Services, by: Doer, key: string, { key: _, ...given }: PlainObject) {
  const { values, rest } = readElement(`security.ldapSettings.${key}`, given, server)
  const { servers } = await services.access.live.get(ldapSettings)
  const before = servers.find((one) => one.key === key)
  const found = values.search
  const wanted = NewLdapServer.parse({
    ...before,
    key,
    ...renamed(values, {
      enabled: 'isEnabled',
      ldapUrl: 'url',
      userDnPattern: 'userDnPattern',
      emailAttribute: 'emailAttribute',
      autoCreateUser: 'autoCreateUsers',
      ldapPoisoningProtection: 'poisoningProtection',
      allowUserToAccessProfile: 'allowProfile',
      pagingSupportEnabled: 'usesPaging',
    }),
    ...(found && {
      searchFilter: found.searchFilter,
      searchBase: found.searchBase,
      searchSubtree: found.searchSubTree,
      managerDn: found.managerDn,
      managerPassword: found.managerPassword,
    }),
  })
  await (before ? changeServer : createServer)(services, by, wanted)
  return rest
}

export const mappingsPart: ConfigurationPart = {
  path: ['security', 'ldapGroupSettings'],
  async describe(services) {
    const mappings = (await readLdap(services)).mappings.map((one): [string, PlainObject] => [
      one.name,
      {
        enabledLdap: one.server,
        groupBaseDn: one.baseDn,
        groupNameAttribute: one.nameAttribute,
        groupMemberAttribute: one.memberAttribute,
        subTree: one.searchSubtree,
        forceAttributeSearch: one.forceAttributeSearch,
        filter: one.filter,
        descriptionAttribute: one.descriptionAttribute,
        strategy: one.strategy.toUpperCase(),
      },
    ])
    return Object.fromEntries(mappings)
  },
  merge: (services, by, given: Plain) =>
    mergeKeyed('security.ldapGroupSettings', given, {
      keys: async () => (await readLdap(services)).mappings.map(({ name }) => name),
      remove: (key) => removeMapping(services, by, key),
      merge: (key, element) => mergeMapping(services, by, key, element),
    }),
}

async function mergeMapping(services: Services, by: Doer, name: string, { name: _, ...given }: PlainObject) {
  const { values, rest } = readElement(`security.ldapGroupSettings.${name}`, given, mapping)
  const before = (await readLdap(services)).mappings.find((one) => one.name === name)
  const wanted = LdapGroupMapping.parse({
    ...before,
    name,
    ...renamed(values, {
      enabledLdap: 'server',
      groupBaseDn: 'baseDn',
      groupNameAttribute: 'nameAttribute',
      groupMemberAttribute: 'memberAttribute',
      subTree: 'searchSubtree',
      forceAttributeSearch: 'forceAttributeSearch',
      filter: 'filter',
      descriptionAttribute: 'descriptionAttribute',
    }),
    ...(values.strategy !== undefined && { strategy: values.strategy.toLowerCase() }),
  })
  await saveMapping(services, by, wanted, before === undefined)
  return rest
}

/** What was given, under our names. */
const renamed = (values: object, names: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const ours = names[name]
      return ours === undefined ? [] : [[ours, value as unknown]]
    }),
  )
