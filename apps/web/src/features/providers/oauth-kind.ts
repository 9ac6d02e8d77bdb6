import { oauth, type OAuthProvider, type OAuthProviderSettings } from '@bindery/contracts'
import { call } from '../../lib/call.ts'
import { query } from '../../lib/query.ts'
import { entriesOf, type Kind, textOf, type Values } from './kind.ts'
import { OAuthAddress, OAuthPresets } from './oauth-parts.tsx'
import { OAuthTest } from './sign-in-test.tsx'
import { allowProfile, autoCreateUsers, displayName, enabled, syncGroups } from './shared-fields.ts'

// The fields below are those of the contract; the server checks them again.
const asSettings = (values: Values) => values as unknown as OAuthProviderSettings

export const oauthKind: Kind = {
  title: 'shell.oauth',
  text: 'providers.oauthText',
  empty: 'providers.oauthEmpty',
  collections: [
    {
      id: 'oauth',
      title: 'providers.identityProviders',
      add: 'providers.addProvider',
      nameField: 'name',
      entries: entriesOf(query(oauth.list, {}), (list: OAuthProvider[]) => list),
      blank: () => ({
        name: '',
        type: 'openid',
        displayName: '',
        isEnabled: true,
        issuer: '',
        clientId: '',
        clientSecret: '',
        hasClientSecret: false,
        scopes: 'openid profile email',
        nameClaim: 'preferred_username',
        emailClaim: 'email',
        groupClaim: '',
        autoCreateUsers: true,
        allowProfile: false,
        linkByEmail: false,
        syncGroups: false,
        allowedDomains: [],
        allowedOrganisations: [],
      }),
      create: (values) =>
        call(oauth.create, { body: { ...asSettings(values), name: textOf(values['name']) } }),
      save: (name, values) => call(oauth.update, { params: { name }, body: asSettings(values) }),
      remove: (name) => call(oauth.remove, { params: { name } }),
      stale: [oauth.list],
      helpers: [OAuthPresets],
      panels: [OAuthAddress, OAuthTest],
      sections: [
        {
          title: 'providers.identityProvider',
          fields: [
            { type: 'text', name: 'name', label: 'providers.name', isRequired: true, placeholder: 'github' },
            displayName,
            enabled('providers.oauthEnabledHelp'),
            {
              type: 'text',
              name: 'issuer',
              label: 'providers.issuer',
              help: 'providers.issuerHelp',
              isWide: true,
              isCode: true,
            },
            { type: 'text', name: 'clientId', label: 'providers.clientId', isRequired: true, isCode: true },
            {
              type: 'secret',
              name: 'clientSecret',
              flag: 'hasClientSecret',
              label: 'providers.clientSecret',
            },
          ],
        },
        {
          title: 'providers.people',
          fields: [
            { type: 'text', name: 'scopes', label: 'providers.scopes', isCode: true },
            { type: 'text', name: 'nameClaim', label: 'providers.nameClaim', isCode: true },
            { type: 'text', name: 'emailClaim', label: 'providers.emailClaim', isCode: true },
            {
              type: 'text',
              name: 'groupClaim',
              label: 'providers.groupClaim',
              help: 'providers.groupAttributeHelp',
              isCode: true,
            },
            {
              type: 'lines',
              name: 'allowedDomains',
              label: 'providers.allowedDomains',
              help: 'providers.allowedDomainsHelp',
              placeholder: 'example.org',
            },
            {
              type: 'lines',
              name: 'allowedOrganisations',
              label: 'providers.allowedOrganisations',
              help: 'providers.allowedOrganisationsHelp',
            },
            autoCreateUsers,
            {
              type: 'check',
              name: 'linkByEmail',
              label: 'providers.linkByEmail',
              help: 'providers.linkByEmailHelp',
            },
            syncGroups,
            allowProfile,
          ],
        },
      ],
    },
  ],
}
