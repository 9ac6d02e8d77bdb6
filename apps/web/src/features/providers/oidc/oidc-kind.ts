import { type OidcProvider, oidcExchange } from '@bindery/contracts'
import { call } from '../../../lib/call.ts'
import { message } from '../../../lib/messages.ts'
import { query } from '../../../lib/query.ts'
import { entriesOf, type Kind, type Values } from '../kind.ts'
import { Mappings } from './mappings.tsx'
import { TokenTest } from './token-test.tsx'

// The fields below are those of the contract; the server checks them again.
const asProvider = (values: Values) => values as unknown as OidcProvider

const types = {
  GitHub: 'providers.oidcGitHub',
  Azure: 'providers.oidcAzure',
  GenericOidc: 'providers.oidcGeneric',
  'Generic OpenID Connect': 'providers.oidcGeneric',
} as const

export const oidcKind: Kind = {
  title: 'shell.oidc',
  text: 'providers.oidcText',
  empty: 'providers.oidcEmpty',
  collections: [
    {
      id: 'oidc',
      title: 'providers.oidcIntegrations',
      add: 'providers.addIntegration',
      nameField: 'name',
      removeText: 'providers.oidcRemoveText',
      state: (entry) => message(types[asProvider(entry).provider_type]),
      entries: entriesOf(query(oidcExchange.listProviders, {}), (list: OidcProvider[]) => list),
      blank: () => ({
        name: '',
        issuer_url: '',
        provider_type: 'GitHub',
        audience: '',
        token_issuer: '',
        organization: '',
        description: '',
        use_default_proxy: false,
      }),
      create: (values) => call(oidcExchange.createProvider, { body: asProvider(values) }),
      save: (name, values) =>
        call(oidcExchange.updateProvider, { params: { name }, body: asProvider(values) }),
      remove: (name) => call(oidcExchange.removeProvider, { params: { name } }),
      stale: [oidcExchange.listProviders],
      panels: [Mappings, TokenTest],
      sections: [
        {
          title: 'providers.integration',
          fields: [
            {
              type: 'text',
              name: 'name',
              label: 'providers.name',
              help: 'providers.oidcNameHelp',
              isRequired: true,
              placeholder: 'github-actions',
            },
            {
              type: 'choice',
              name: 'provider_type',
              label: 'providers.oidcType',
              options: (['GitHub', 'Azure', 'GenericOidc'] as const).map((value) => ({
                value,
                label: types[value],
              })),
            },
            {
              type: 'text',
              name: 'issuer_url',
              label: 'providers.oidcIssuer',
              help: 'providers.oidcIssuerHelp',
              placeholder: 'https://token.actions.githubusercontent.com',
              isRequired: true,
              isWide: true,
              isCode: true,
            },
            {
              type: 'text',
              name: 'audience',
              label: 'providers.oidcAudience',
              help: 'providers.oidcAudienceHelp',
              isCode: true,
            },
            {
              type: 'text',
              name: 'organization',
              label: 'providers.oidcOrganization',
              help: 'providers.oidcOrganizationHelp',
              isShown: (values) => values['provider_type'] === 'GitHub',
              isCode: true,
            },
            {
              type: 'text',
              name: 'token_issuer',
              label: 'providers.oidcTokenIssuer',
              help: 'providers.oidcTokenIssuerHelp',
              isCode: true,
            },
            { type: 'text', name: 'description', label: 'providers.description', isWide: true },
            { type: 'check', name: 'use_default_proxy', label: 'providers.useProxy' },
          ],
        },
      ],
    },
  ],
}
