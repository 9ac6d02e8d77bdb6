import { ldap, type LdapGroupMapping, type LdapServer, type NewLdapServer } from '@bindery/contracts'
import { call } from '../../lib/call.ts'
import { query } from '../../lib/query.ts'
import { DirectoryGroups } from './directory-groups.tsx'
import { entriesOf, type Kind, textOf, type Values } from './kind.ts'
import { LdapMappingTest, LdapServerTest } from './password-test.tsx'
import { allowProfile, autoCreateUsers, enabled } from './shared-fields.ts'

// The fields below are those of the contract; the server checks them again.
const asServer = (values: Values) => values as unknown as NewLdapServer
const asMapping = (values: Values) => values as unknown as LdapGroupMapping

const all = query(ldap.read, {})

interface LdapAnswer {
  servers: LdapServer[]
  mappings: LdapGroupMapping[]
}

export const ldapKind: Kind = {
  title: 'shell.ldap',
  text: 'providers.ldapText',
  empty: 'providers.ldapEmpty',
  collections: [
    {
      id: 'servers',
      title: 'providers.servers',
      add: 'providers.addServer',
      nameField: 'key',
      entries: entriesOf(all, ({ servers }: LdapAnswer) => servers),
      blank: () => ({
        key: '',
        isEnabled: true,
        url: '',
        useStartTls: false,
        caCertificate: '',
        managerDn: '',
        managerPassword: '',
        hasManagerPassword: false,
        userDnPattern: '',
        searchBase: '',
        searchFilter: '(uid={0})',
        searchSubtree: true,
        nameAttribute: '',
        emailAttribute: 'mail',
        autoCreateUsers: true,
        allowProfile: false,
        usesPaging: true,
        timeoutSeconds: 5,
      }),
      create: (values) => call(ldap.createServer, { body: asServer(values) }),
      save: (key, values) => call(ldap.changeServer, { params: { key }, body: asServer(values) }),
      remove: (key) => call(ldap.removeServer, { params: { key } }),
      order: (keys) => call(ldap.orderServers, { body: { keys } }),
      stale: [ldap.read],
      panels: [LdapServerTest],
      sections: [
        {
          title: 'providers.connection',
          fields: [
            {
              type: 'text',
              name: 'key',
              label: 'providers.name',
              isRequired: true,
              placeholder: 'corp-ldap',
            },
            {
              type: 'text',
              name: 'url',
              label: 'providers.ldapUrl',
              help: 'providers.ldapUrlHelp',
              isRequired: true,
              isCode: true,
              placeholder: 'ldaps://dc1.example.org:636/dc=example,dc=org',
            },
            enabled('providers.ldapEnabledHelp'),
            {
              type: 'check',
              name: 'useStartTls',
              label: 'providers.startTls',
              help: 'providers.startTlsHelp',
              isShown: ({ url }) => !String(url).toLowerCase().startsWith('ldaps:'),
            },
            {
              type: 'area',
              name: 'caCertificate',
              label: 'providers.caCertificate',
              help: 'providers.caCertificateHelp',
              isWide: true,
            },
            {
              type: 'number',
              name: 'timeoutSeconds',
              label: 'providers.timeout',
              min: 1,
              max: 60,
              unit: 'providers.seconds',
            },
          ],
        },
        {
          title: 'providers.search',
          text: 'providers.searchText',
          fields: [
            {
              type: 'text',
              name: 'managerDn',
              label: 'providers.managerDn',
              help: 'providers.managerDnHelp',
              isCode: true,
            },
            {
              type: 'secret',
              name: 'managerPassword',
              flag: 'hasManagerPassword',
              label: 'providers.managerPassword',
            },
            {
              type: 'text',
              name: 'searchBase',
              label: 'providers.searchBase',
              isCode: true,
              placeholder: 'ou=people',
            },
            {
              type: 'text',
              name: 'searchFilter',
              label: 'providers.searchFilter',
              help: 'providers.searchFilterHelp',
              isCode: true,
              placeholder: '(uid={0})',
            },
            {
              type: 'text',
              name: 'userDnPattern',
              label: 'providers.userDnPattern',
              help: 'providers.userDnPatternHelp',
              isCode: true,
              placeholder: 'uid={0},ou=people',
            },
            { type: 'check', name: 'searchSubtree', label: 'providers.searchSubtree' },
            {
              type: 'check',
              name: 'usesPaging',
              label: 'providers.usesPaging',
              help: 'providers.usesPagingHelp',
            },
          ],
        },
        {
          title: 'providers.people',
          fields: [
            {
              type: 'text',
              name: 'nameAttribute',
              label: 'providers.nameAttribute',
              help: 'providers.ldapNameAttributeHelp',
              isCode: true,
            },
            { type: 'text', name: 'emailAttribute', label: 'providers.emailAttribute', isCode: true },
            autoCreateUsers,
            allowProfile,
          ],
        },
      ],
    },
    {
      id: 'mappings',
      title: 'providers.mappings',
      add: 'providers.addMapping',
      nameField: 'name',
      state: ({ server }) => textOf(server),
      entries: entriesOf(all, ({ mappings }: LdapAnswer) => mappings),
      blank: ({ servers = [] }) => ({
        name: '',
        server: servers[0]?.['key'] ?? '',
        strategy: 'static',
        baseDn: '',
        searchSubtree: true,
        filter: '(objectClass=groupOfNames)',
        nameAttribute: 'cn',
        memberAttribute: 'member',
        descriptionAttribute: 'description',
        nesting: 'none',
      }),
      create: (values) => call(ldap.createMapping, { body: asMapping(values) }),
      save: (name, values) => call(ldap.changeMapping, { params: { name }, body: asMapping(values) }),
      remove: (name) => call(ldap.removeMapping, { params: { name } }),
      stale: [ldap.read, ldap.findGroups],
      panels: [LdapMappingTest, DirectoryGroups],
      sections: [
        {
          title: 'providers.mapping',
          text: 'providers.mappingText',
          fields: [
            {
              type: 'text',
              name: 'name',
              label: 'providers.name',
              isRequired: true,
              placeholder: 'corp-groups',
            },
            { type: 'entry', of: 'servers', name: 'server', label: 'providers.server' },
            {
              type: 'choice',
              name: 'strategy',
              label: 'providers.strategy',
              options: [
                { value: 'static', label: 'providers.strategyStatic' },
                { value: 'dynamic', label: 'providers.strategyDynamic' },
                { value: 'hierarchical', label: 'providers.strategyHierarchical' },
              ],
            },
            {
              type: 'choice',
              name: 'nesting',
              label: 'providers.nesting',
              isShown: ({ strategy }) => strategy !== 'hierarchical',
              options: [
                { value: 'none', label: 'providers.nestingNone' },
                { value: 'walk', label: 'providers.nestingWalk' },
                { value: 'active-directory', label: 'providers.nestingActiveDirectory' },
              ],
            },
            {
              type: 'text',
              name: 'baseDn',
              label: 'providers.groupBaseDn',
              isCode: true,
              placeholder: 'ou=groups',
            },
            { type: 'text', name: 'filter', label: 'providers.groupFilter', isCode: true },
            {
              type: 'text',
              name: 'memberAttribute',
              label: 'providers.memberAttribute',
              help: 'providers.memberAttributeHelp',
              isCode: true,
            },
            { type: 'text', name: 'nameAttribute', label: 'providers.groupNameAttribute', isCode: true },
            {
              type: 'text',
              name: 'descriptionAttribute',
              label: 'providers.descriptionAttribute',
              isCode: true,
            },
            { type: 'check', name: 'searchSubtree', label: 'providers.searchSubtree' },
          ],
        },
      ],
    },
  ],
}
