import { saml, type SamlProvider, type SamlProviderSettings } from '@bindery/contracts'
import { call } from '../../lib/call.ts'
import { query } from '../../lib/query.ts'
import { entriesOf, type Kind, textOf, type Values } from './kind.ts'
import { SamlAddresses, SamlCertificates, SamlMetadata } from './saml-parts.tsx'
import { SamlTest } from './sign-in-test.tsx'
import { allowProfile, autoCreateUsers, displayName, enabled, syncGroups } from './shared-fields.ts'

// The fields below are those of the contract; the server checks them again.
const asSettings = (values: Values) => values as unknown as SamlProviderSettings

export const samlKind: Kind = {
  title: 'shell.saml',
  text: 'providers.samlText',
  empty: 'providers.samlEmpty',
  collections: [
    {
      id: 'saml',
      title: 'providers.identityProviders',
      add: 'providers.addProvider',
      nameField: 'name',
      entries: entriesOf(query(saml.list, {}), (list: SamlProvider[]) => list),
      blank: () => ({
        name: '',
        displayName: '',
        isEnabled: true,
        idpEntityId: '',
        loginUrl: '',
        logoutUrl: '',
        certificates: [],
        entityId: '',
        requestBinding: 'redirect',
        nameAttribute: '',
        emailAttribute: '',
        groupAttribute: '',
        autoCreateUsers: true,
        allowProfile: false,
        syncGroups: false,
        verifyAudience: true,
        signRequests: false,
        encryptedAssertions: false,
        autoRedirect: false,
      }),
      create: (values) =>
        call(saml.create, { body: { ...asSettings(values), name: textOf(values['name']) } }),
      save: (name, values) => call(saml.update, { params: { name }, body: asSettings(values) }),
      remove: (name) => call(saml.remove, { params: { name } }),
      stale: [saml.list],
      helpers: [SamlMetadata],
      panels: [SamlAddresses, SamlCertificates, SamlTest],
      sections: [
        {
          title: 'providers.identityProvider',
          fields: [
            {
              type: 'text',
              name: 'name',
              label: 'providers.name',
              isRequired: true,
              placeholder: 'corp-sso',
            },
            displayName,
            enabled('providers.samlEnabledHelp'),
            { type: 'text', name: 'loginUrl', label: 'providers.loginUrl', isRequired: true, isCode: true },
            {
              type: 'text',
              name: 'logoutUrl',
              label: 'providers.logoutUrl',
              help: 'providers.logoutUrlHelp',
              isCode: true,
            },
            {
              type: 'text',
              name: 'idpEntityId',
              label: 'providers.idpEntityId',
              help: 'providers.idpEntityIdHelp',
              isCode: true,
            },
            {
              type: 'text',
              name: 'entityId',
              label: 'providers.entityId',
              help: 'providers.entityIdHelp',
              isCode: true,
            },
            {
              type: 'certificates',
              name: 'certificates',
              label: 'providers.certificates',
              help: 'providers.certificatesHelp',
              isRequired: true,
              isWide: true,
            },
          ],
        },
        {
          title: 'providers.protection',
          fields: [
            {
              type: 'choice',
              name: 'requestBinding',
              label: 'providers.requestBinding',
              options: [
                { value: 'redirect', label: 'providers.bindingRedirect' },
                { value: 'post', label: 'providers.bindingPost' },
              ],
            },
            {
              type: 'check',
              name: 'verifyAudience',
              label: 'providers.verifyAudience',
              help: 'providers.verifyAudienceHelp',
            },
            { type: 'check', name: 'signRequests', label: 'providers.signRequests' },
            { type: 'check', name: 'encryptedAssertions', label: 'providers.encryptedAssertions' },
          ],
        },
        {
          title: 'providers.people',
          fields: [
            {
              type: 'text',
              name: 'nameAttribute',
              label: 'providers.nameAttribute',
              help: 'providers.samlNameAttributeHelp',
            },
            { type: 'text', name: 'emailAttribute', label: 'providers.emailAttribute' },
            {
              type: 'text',
              name: 'groupAttribute',
              label: 'providers.groupAttribute',
              help: 'providers.groupAttributeHelp',
            },
            autoCreateUsers,
            syncGroups,
            allowProfile,
            {
              type: 'check',
              name: 'autoRedirect',
              label: 'providers.autoRedirect',
              help: 'providers.autoRedirectHelp',
              // Whoever switches this on without a way through is locked out, so one must have been walked first.
              whyFixed: ({ testedAt, autoRedirect }) =>
                typeof testedAt === 'string' || autoRedirect === true
                  ? undefined
                  : 'providers.autoRedirectNeedsTest',
            },
          ],
        },
      ],
    },
  ],
}
