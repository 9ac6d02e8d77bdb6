// Sign-in through OAuth 2 and OpenID Connect: the providers and their settings, and the steps that a browser walks.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ProviderName, TestReport, TestSignIn } from './saml.ts'

const NameParam = z.object({ name: ProviderName })

export const OAuthType = z.enum(['openid', 'github', 'google', 'gitlab', 'azure'])
export type OAuthType = z.infer<typeof OAuthType>

const webAddress = z
  .string()
  .trim()
  .max(2048)
  .refine(
    (text) => text === '' || (/^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)),
    'Give an http or https address',
  )
const claim = z.string().trim().max(200)
const words = z.array(z.string().trim().min(1).max(256)).max(100)

const oauthFields = {
  type: OAuthType,
  displayName: z.string().trim().max(100).describe('On the sign-in page; empty: the name'),
  isEnabled: z.boolean(),
  issuer: webAddress.describe('The provider’s address; for GitHub the web address of the server'),
  clientId: z.string().trim().max(512),
  scopes: z.string().trim().max(1024).describe('Separated by blanks'),
  nameClaim: claim.describe('Holds the user name'),
  emailClaim: claim,
  groupClaim: claim.describe('Empty: the provider does not tell groups'),
  autoCreateUsers: z.boolean(),
  allowProfile: z.boolean().describe('Users that are made may change their profile here'),
  linkByEmail: z
    .boolean()
    .describe(
      'Somebody whose verified e-mail address is that of one user here (no administrator) is that user',
    ),
  syncGroups: z.boolean().describe('Groups that exist here are joined and left as the provider says'),
  allowedDomains: words.describe('Only people with a verified e-mail address of these domains; empty: all'),
  allowedOrganisations: words.describe('Only members of these organisations or groups there; empty: all'),
}

export const OAuthProviderSettings = z.object({
  type: oauthFields.type.default('openid'),
  displayName: oauthFields.displayName.default(''),
  isEnabled: oauthFields.isEnabled.default(true),
  issuer: oauthFields.issuer.default('').describe('Empty: the well-known address of the type'),
  clientId: oauthFields.clientId.min(1, 'This field is mandatory'),
  clientSecret: z
    .string()
    .max(1024)
    .optional()
    .describe('Left out or empty: as it was. A new provider without one is a public client'),
  scopes: oauthFields.scopes.optional().describe('Left out: as the type needs'),
  nameClaim: oauthFields.nameClaim.optional(),
  emailClaim: oauthFields.emailClaim.optional(),
  groupClaim: oauthFields.groupClaim.optional(),
  autoCreateUsers: oauthFields.autoCreateUsers.default(true),
  allowProfile: oauthFields.allowProfile.default(false),
  linkByEmail: oauthFields.linkByEmail.default(false),
  syncGroups: oauthFields.syncGroups.default(false),
  allowedDomains: oauthFields.allowedDomains.default([]),
  allowedOrganisations: oauthFields.allowedOrganisations.default([]),
})
export type OAuthProviderSettings = z.infer<typeof OAuthProviderSettings>

export const NewOAuthProvider = OAuthProviderSettings.extend({ name: ProviderName })

export const OAuthProvider = z.object({
  ...oauthFields,
  name: z.string(),
  clientSecret: z.literal('').describe('Never shown'),
  hasClientSecret: z.boolean(),
  callbackUrl: z.string().describe('To be registered at the provider'),
  loginAddress: z.string().describe('Starts a sign-in; with ?test=true a test sign-in'),
  testedAt: z.string().nullable().describe('When somebody last came through with these settings'),
  lastTest: TestSignIn.nullable(),
})
export type OAuthProvider = z.infer<typeof OAuthProvider>

/** What a form offers for each type of provider. */
export const OAuthPreset = z.object({
  type: OAuthType,
  displayName: z.string(),
  issuer: z.string().describe('Empty when each installation has its own'),
  scopes: z.string(),
  nameClaim: z.string(),
  emailClaim: z.string(),
  groupClaim: z.string(),
  hint: z.string(),
})
export type OAuthPreset = z.infer<typeof OAuthPreset>

/** On the sign-in page. */
export const OAuthOffer = z.object({
  name: z.string(),
  displayName: z.string(),
  type: OAuthType,
  icon: z.string().describe('The name of a picture that the application has'),
  url: z.string(),
  enabled: z.boolean(),
})
export type OAuthOffer = z.infer<typeof OAuthOffer>

export const oauth = {
  list: endpoint('GET /ui/api/v1/oauth', 'List OAuth providers', { response: z.array(OAuthProvider) }),
  presets: endpoint('GET /ui/api/v1/oauth-presets', 'What each type of provider needs', {
    response: z.array(OAuthPreset),
  }),
  create: endpoint('POST /ui/api/v1/oauth', 'Add an OAuth provider', {
    body: NewOAuthProvider,
    response: OAuthProvider,
    status: 201,
  }),
  get: endpoint('GET /ui/api/v1/oauth/{name}', 'Read an OAuth provider', {
    params: NameParam,
    response: OAuthProvider,
  }),
  update: endpoint('PUT /ui/api/v1/oauth/{name}', 'Change an OAuth provider', {
    params: NameParam,
    body: OAuthProviderSettings,
    response: OAuthProvider,
  }),
  remove: endpoint('DELETE /ui/api/v1/oauth/{name}', 'Delete an OAuth provider', { params: NameParam }),
  test: endpoint(
    'POST /ui/api/v1/oauth/{name}/test',
    'Check the settings of an OAuth provider, step by step',
    {
      params: NameParam,
      response: TestReport,
    },
  ),
  start: endpoint('GET /ui/api/v1/auth/oauth2/loginRequest/{name}', 'Go to the provider to sign in', {
    params: NameParam,
    query: z.object({ test: z.enum(['true', 'false']).default('false') }),
  }),
  answer: endpoint(
    'GET /ui/api/v1/auth/oauth2/loginResponse/{name}',
    'Where the provider sends the browser back',
    {
      params: NameParam,
    },
  ),
  providers: endpoint('GET /ui/api/v1/ui/oauth/providers', 'The OAuth providers on the sign-in page', {
    query: z.object({ registrationToken: z.string().max(1024).optional() }),
    response: z.array(OAuthOffer),
  }),
  ssoError: endpoint('GET /ui/api/v1/ui/auth/ssoError/{id}', 'Why a sign-in through a provider failed', {
    params: z.object({ id: z.string().max(64) }),
    response: z.object({ message: z.string() }),
  }),
  accessList: endpoint('GET /access/api/v1/oauth', 'List OAuth settings', {
    response: z.array(OAuthProvider),
  }),
  accessCreate: endpoint('POST /access/api/v1/oauth', 'Create OAuth settings', {
    body: NewOAuthProvider,
    response: OAuthProvider,
    status: 201,
  }),
  accessGet: endpoint('GET /access/api/v1/oauth/{name}', 'Read OAuth settings', {
    params: NameParam,
    response: OAuthProvider,
  }),
  accessUpdate: endpoint('PUT /access/api/v1/oauth/{name}', 'Replace OAuth settings', {
    params: NameParam,
    body: OAuthProviderSettings,
    response: OAuthProvider,
  }),
  accessRemove: endpoint('DELETE /access/api/v1/oauth/{name}', 'Delete OAuth settings', {
    params: NameParam,
  }),
}
