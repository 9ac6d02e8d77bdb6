// Sign-in through SAML 2.0: the identity providers and their settings, and the steps that a browser walks.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** In addresses that the provider calls back, so it stays as it is given. */
export const ProviderName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'Use letters, digits, dots, dashes and underscores, at most 64 of them',
  )
const NameParam = z.object({ name: ProviderName })

const webAddress = z
  .string()
  .max(2048)
  .refine((text) => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text), 'Give an http or https address')
const attribute = z.string().trim().max(512)

const samlFields = {
  displayName: z.string().trim().max(100).describe('On the sign-in page; empty: the name'),
  isEnabled: z.boolean(),
  idpEntityId: z.string().trim().max(1024).describe('Who must have issued answers; empty: not compared'),
  loginUrl: webAddress.describe('Where the provider takes sign-in requests'),
  logoutUrl: z
    .union([z.literal(''), webAddress])
    .describe('Where it takes logout requests; empty: no logout there'),
  certificates: z
    .array(z.string().max(20_000))
    .max(10)
    .describe('The provider’s signing certificates, as PEM or plain base64; several while it changes them'),
  entityId: z
    .string()
    .trim()
    .max(1024)
    .describe('What the provider calls us; empty: the address of our metadata'),
  requestBinding: z.enum(['redirect', 'post']).describe('How the sign-in request travels'),
  nameAttribute: attribute.describe('Holds the user name; empty: NameID'),
  emailAttribute: attribute.describe('Empty: NameID when it is an e-mail address'),
  groupAttribute: attribute.describe('Empty: the provider does not tell groups'),
  autoCreateUsers: z.boolean(),
  allowProfile: z.boolean().describe('Users that are made may change their profile here'),
  syncGroups: z.boolean().describe('Groups that exist here are joined and left as the provider says'),
  verifyAudience: z.boolean(),
  signRequests: z.boolean(),
  encryptedAssertions: z.boolean().describe('Only encrypted assertions are taken'),
  autoRedirect: z
    .boolean()
    .describe('The sign-in page goes to this provider at once; needs a test sign-in that passed'),
}

export const SamlProviderSettings = z.object({
  displayName: samlFields.displayName.default(''),
  isEnabled: samlFields.isEnabled.default(true),
  idpEntityId: samlFields.idpEntityId.default(''),
  loginUrl: samlFields.loginUrl,
  logoutUrl: samlFields.logoutUrl.default(''),
  certificates: samlFields.certificates.min(1, 'Give at least one certificate of the provider'),
  entityId: samlFields.entityId.default(''),
  requestBinding: samlFields.requestBinding.default('redirect'),
  nameAttribute: samlFields.nameAttribute.default(''),
  emailAttribute: samlFields.emailAttribute.default(''),
  groupAttribute: samlFields.groupAttribute.default(''),
  autoCreateUsers: samlFields.autoCreateUsers.default(true),
  allowProfile: samlFields.allowProfile.default(false),
  syncGroups: samlFields.syncGroups.default(false),
  verifyAudience: samlFields.verifyAudience.default(true),
  signRequests: samlFields.signRequests.default(false),
  encryptedAssertions: samlFields.encryptedAssertions.default(false),
  autoRedirect: samlFields.autoRedirect.default(false),
})
export type SamlProviderSettings = z.infer<typeof SamlProviderSettings>

export const NewSamlProvider = SamlProviderSettings.extend({ name: ProviderName })

export const CertificateFacts = z.object({
  subject: z.string(),
  issuer: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
  fingerprint: z.string().describe('SHA-256, in hexadecimal with colons'),
  isExpired: z.boolean(),
})
export type CertificateFacts = z.infer<typeof CertificateFacts>

/** How the last test sign-in ended. */
export const TestSignIn = z.object({
  at: z.string(),
  isPassed: z.boolean(),
  message: z.string().describe('What would happen to this person here, or what is wrong'),
  name: z.string().nullable(),
  email: z.string().nullable(),
  groups: z.array(z.string()).nullable().describe('Null when the provider does not tell'),
  knownGroups: z.array(z.string()).describe('Those of them that exist here'),
})
export type TestSignIn = z.infer<typeof TestSignIn>

export const SamlProvider = z.object({
  ...samlFields,
  name: z.string(),
  certificateFacts: z.array(CertificateFacts).describe('In the order of the certificates'),
  ourEntityId: z.string(),
  acsUrl: z.string().describe('Where the provider sends its answers'),
  ourLogoutUrl: z.string().describe('Where the provider sends logout requests and answers'),
  metadataUrl: z.string(),
  loginAddress: z.string().describe('Starts a sign-in; with ?test=true a test sign-in'),
  signingCertificate: z.string().nullable().describe('Ours, as PEM; null until one is needed'),
  testedAt: z.string().nullable().describe('When somebody last came through with these settings'),
  isAutoRedirecting: z.boolean(),
  lastTest: TestSignIn.nullable(),
})
export type SamlProvider = z.infer<typeof SamlProvider>

/** One thing that a test looked at. */
export const TestStep = z.object({
  step: z.string(),
  outcome: z.enum(['passed', 'warning', 'failed']),
  detail: z.string(),
  milliseconds: z.number().int(),
})
export type TestStep = z.infer<typeof TestStep>
export const TestReport = z.object({ isPassed: z.boolean(), steps: z.array(TestStep) })
export type TestReport = z.infer<typeof TestReport>

/** What the metadata document of a provider says. */
export const IdpMetadata = z.object({
  idpEntityId: z.string(),
  loginUrl: z.string(),
  logoutUrl: z.string(),
  certificates: z.array(z.string()),
  certificateFacts: z.array(CertificateFacts),
  requestBinding: z.enum(['redirect', 'post']),
  signRequests: z.boolean().describe('The provider wants signed requests'),
})

/** As the Access API of the JFrog Platform has it. */
export const AccessSaml = z.object({
  name: z.string(),
  enable_integration: z.boolean(),
  verify_audience_restriction: z.boolean(),
  login_url: z.string(),
  logout_url: z.string(),
  service_provider_name: z.string(),
  auto_user_creation: z.boolean(),
  allow_user_to_access_profile: z.boolean(),
  use_encrypted_assertion: z.boolean(),
  auto_redirect: z.boolean(),
  sync_groups: z.boolean(),
  certificate: z.string(),
  group_attribute: z.string(),
  email_attribute: z.string(),
  name_id_attribute: z.string(),
  ldap_group_settings: z.array(z.string()),
})
export type AccessSaml = z.infer<typeof AccessSaml>

export const NewAccessSaml = z.object({
  name: ProviderName,
  enable_integration: z.boolean().default(true),
  verify_audience_restriction: z.boolean().default(true),
  login_url: webAddress,
  logout_url: z.union([z.literal(''), webAddress]).default(''),
  service_provider_name: z.string().trim().max(1024).default(''),
  auto_user_creation: z.boolean().default(true),
  allow_user_to_access_profile: z.boolean().default(false),
  use_encrypted_assertion: z.boolean().default(false),
  auto_redirect: z.boolean().default(false),
  sync_groups: z.boolean().default(false),
  certificate: z.string().min(1, 'Give the certificate of the provider').max(200_000),
  group_attribute: attribute.default(''),
  email_attribute: attribute.default(''),
  name_id_attribute: attribute.default(''),
  ldap_group_settings: z
    .array(z.string().max(256))
    .max(0, 'Groups of LDAP cannot be joined to SAML here')
    .default([]),
})

/** The answer or request of a provider, as the browser carries it. */
const SamlMessage = z.object({
  SAMLResponse: z.string().max(400_000).optional(),
  SAMLRequest: z.string().max(400_000).optional(),
  RelayState: z.string().max(2048).optional(),
})

export const saml = {
  list: endpoint('GET /ui/api/v1/saml', 'List SAML providers', { response: z.array(SamlProvider) }),
  create: endpoint('POST /ui/api/v1/saml', 'Add a SAML provider', {
    body: NewSamlProvider,
    response: SamlProvider,
    status: 201,
  }),
  get: endpoint('GET /ui/api/v1/saml/{name}', 'Read a SAML provider', {
    params: NameParam,
    response: SamlProvider,
  }),
  update: endpoint('PUT /ui/api/v1/saml/{name}', 'Change a SAML provider', {
    params: NameParam,
    body: SamlProviderSettings,
    response: SamlProvider,
  }),
  remove: endpoint('DELETE /ui/api/v1/saml/{name}', 'Delete a SAML provider', { params: NameParam }),
  test: endpoint('POST /ui/api/v1/saml/{name}/test', 'Check the settings of a SAML provider, step by step', {
    params: NameParam,
    response: TestReport,
  }),
  readMetadata: endpoint(
    'POST /ui/api/v1/saml-metadata',
    'Read the metadata of a provider, pasted or by its address',
    {
      body: z.object({ url: webAddress.optional(), xml: z.string().min(1).max(1_000_000).optional() }),
      response: IdpMetadata,
    },
  ),
  metadata: endpoint('GET /ui/api/v1/auth/saml/metadata/{name}', 'Our metadata for this provider, as XML', {
    params: NameParam,
  }),
  start: endpoint('GET /ui/api/v1/auth/saml/loginRequest/{name}', 'Go to the provider to sign in', {
    params: NameParam,
    query: z.object({ test: z.enum(['true', 'false']).default('false') }),
  }),
  answer: endpoint('POST /ui/api/v1/auth/saml/loginResponse/{name}', 'Where the provider sends its answer', {
    params: NameParam,
    body: SamlMessage,
  }),
  finish: endpoint(
    'GET /ui/api/v1/auth/saml/finish/{name}',
    'The end of the way, in the browser that began it',
    {
      params: NameParam,
      query: z.object({ code: z.string().max(128).default('') }),
    },
  ),
  logoutByRedirect: endpoint(
    'GET /ui/api/v1/auth/saml/logout/{name}',
    'Logout requests and answers of the provider',
    {
      params: NameParam,
      query: SamlMessage.extend({
        SigAlg: z.string().max(256).optional(),
        Signature: z.string().max(4096).optional(),
      }),
    },
  ),
  logoutByPost: endpoint('POST /ui/api/v1/auth/saml/logout/{name}', 'The same, as a form', {
    params: NameParam,
    body: SamlMessage,
  }),
  logoutRequest: endpoint(
    'GET /ui/api/v1/ui/saml/logoutRequest',
    'Where to go to be signed out at the provider too',
    {
      query: z.object({
        peek: z
          .literal('true')
          .optional()
          .describe('Only look: what the browser came with stays for the logout'),
      }),
      response: z.object({
        logoutUrl: z.string().describe('Empty when this browser did not come through SAML'),
      }),
    },
  ),
  autoRedirect: endpoint(
    'GET /ui/api/v1/ui/saml/autoRedirect',
    'Whether the sign-in page goes to a provider at once',
    {
      response: z.object({
        isAutoRedirectLogin: z.boolean(),
        ssoProviderLink: z.string().describe('Where to; empty when it does not'),
      }),
    },
  ),
  registrationId: endpoint(
    'GET /ui/api/v1/ui/saml/registrationId',
    'Names the person who came through SAML and has no account yet',
    { response: z.object({ samlRegistrationId: z.string().describe('Empty when there is none') }) },
  ),
  accessList: endpoint('GET /access/api/v1/saml', 'List SAML settings', { response: z.array(AccessSaml) }),
  accessCreate: endpoint('POST /access/api/v1/saml', 'Create SAML settings', {
    body: NewAccessSaml,
    response: AccessSaml,
    status: 201,
  }),
  accessGet: endpoint('GET /access/api/v1/saml/{name}', 'Read SAML settings', {
    params: NameParam,
    response: AccessSaml,
  }),
  accessUpdate: endpoint('PUT /access/api/v1/saml/{name}', 'Replace SAML settings', {
    params: NameParam,
    body: NewAccessSaml.extend({ name: ProviderName.optional() }),
    response: AccessSaml,
  }),
  accessRemove: endpoint('DELETE /access/api/v1/saml/{name}', 'Delete SAML settings', { params: NameParam }),
}
