// The kinds of which there is one at most.
import { crowd, type CrowdChange, type HttpSso, httpSso } from '@bindery/contracts'
import { call } from '../../lib/call.ts'
import { query } from '../../lib/query.ts'
import { HttpSsoTest } from './http-sso-test.tsx'
import { entriesOf, type Kind, type Values } from './kind.ts'
import { CrowdTest } from './password-test.tsx'
import { allowProfile, autoCreateUsers, enabled, syncGroups } from './shared-fields.ts'

// The fields below are those of the contracts; the server checks them again.
const asCrowd = (values: Values) => values as unknown as CrowdChange
const asHttpSso = (values: Values) => values as unknown as HttpSso

export const crowdKind: Kind = {
  title: 'shell.crowd',
  text: 'providers.crowdText',
  empty: 'providers.crowdText',
  collections: [
    {
      id: 'crowd',
      title: 'shell.crowd',
      entries: entriesOf(query(crowd.read, {}), (settings: object) => [settings]),
      save: (_, values) => call(crowd.change, { body: asCrowd(values) }),
      stale: [crowd.read, crowd.isEnabled],
      panels: [CrowdTest],
      sections: [
        {
          title: 'providers.connection',
          fields: [
            enabled('providers.crowdEnabledHelp'),
            {
              type: 'text',
              name: 'serverUrl',
              label: 'providers.crowdUrl',
              isRequired: true,
              isWide: true,
              isCode: true,
              placeholder: 'https://crowd.example.org/crowd',
            },
            { type: 'text', name: 'applicationName', label: 'providers.applicationName', isRequired: true },
            {
              type: 'secret',
              name: 'applicationPassword',
              flag: 'hasApplicationPassword',
              label: 'providers.applicationPassword',
            },
            {
              type: 'number',
              name: 'sessionMinutes',
              label: 'providers.sessionMinutes',
              help: 'providers.sessionMinutesHelp',
              min: 0,
              max: 1440,
              unit: 'providers.minutes',
            },
          ],
        },
        {
          title: 'providers.people',
          fields: [autoCreateUsers, syncGroups, allowProfile],
        },
      ],
    },
  ],
}

export const httpSsoKind: Kind = {
  title: 'shell.httpSso',
  text: 'providers.httpSsoText',
  empty: 'providers.httpSsoText',
  collections: [
    {
      id: 'http-sso',
      title: 'shell.httpSso',
      entries: entriesOf(query(httpSso.read, {}), (settings: object) => [settings]),
      save: (_, values) => call(httpSso.change, { body: asHttpSso(values) }),
      stale: [httpSso.read, httpSso.isEnabled],
      panels: [HttpSsoTest],
      sections: [
        {
          title: 'providers.proxy',
          text: 'providers.proxyText',
          fields: [
            enabled('providers.httpSsoEnabledHelp'),
            {
              type: 'text',
              name: 'header',
              label: 'providers.header',
              help: 'providers.headerHelp',
              isRequired: true,
              isCode: true,
            },
            {
              type: 'lines',
              name: 'proxies',
              label: 'providers.proxies',
              help: 'providers.proxiesHelp',
              placeholder: '10.0.0.5',
            },
          ],
        },
        {
          title: 'providers.people',
          fields: [
            autoCreateUsers,
            {
              type: 'check',
              name: 'syncLdapGroups',
              label: 'providers.syncLdapGroups',
              help: 'providers.syncLdapGroupsHelp',
            },
            allowProfile,
          ],
        },
      ],
    },
  ],
}
