// Build machines trade the token of their own platform for one of ours. Served where the JFrog Platform serves it.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const Name = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,254}$/, 'Use letters, digits, dots, dashes and underscores')

export const OidcProviderType = z.enum(['GitHub', 'Azure', 'GenericOidc', 'Generic OpenID Connect'])

export const OidcProvider = z.object({
  name: Name,
  issuer_url: z.url({ protocol: /^https?$/, error: 'Use an http or https address' }).max(2048),
  provider_type: OidcProviderType.default('GenericOidc'),
  audience: z.string().max(512).default('').describe('What `aud` of the foreign token must be; required'),
  token_issuer: z
    .string()
    .max(2048)
    .default('')
    .describe('What `iss` must be, when it is not the address of the issuer'),
  organization: z.string().max(256).default('').describe('GitHub: the owner that repositories must have'),
  description: z.string().max(1024).default(''),
  use_default_proxy: z.boolean().default(false),
})
export type OidcProvider = z.infer<typeof OidcProvider>

const TokenSpec = z.object({
  username: z.string().max(256).default(''),
  username_pattern: z.string().max(512).default('').describe('With {{claim}} placeholders'),
  groups_pattern: z.string().max(512).default('').describe('With {{claim}} placeholders'),
  scope: z.string().max(4096).default('applied-permissions/user'),
  audience: z.string().max(1024).default('*@*'),
  expires_in: z.number().int().min(0).max(86_400).default(3600).describe('Seconds'),
})

const Claim = z.union([z.string().max(1024), z.boolean(), z.number()])

export const IdentityMapping = z.object({
  name: Name,
  description: z.string().max(1024).default(''),
  priority: z.number().int().min(1).max(1_000_000).default(1),
  claims: z
    .record(z.string().max(256), z.union([Claim, z.array(Claim).max(100)]))
    .refine((claims) => Object.keys(claims).length > 0, 'Name at least one claim')
    .describe('What the foreign token must say; texts may hold * and ?'),
  token_spec: TokenSpec.prefault({}),
  project_key: z.string().max(64).default(''),
})
export type IdentityMapping = z.infer<typeof IdentityMapping>

/** What may be left out is filled in. */
export const NewOidcProvider = OidcProvider.extend({})
export const NewIdentityMapping = IdentityMapping.extend({})

const Text = z.string().max(2048).optional()

export const OidcExchange = z.object({
  grant_type: z.string().max(128).optional(),
  subject_token_type: z.string().max(128).optional(),
  subject_token: z.string().min(1).max(20_000),
  provider_name: z.string().min(1).max(255),
  provider_type: z.string().max(64).optional(),
  project_key: Text,
  application_key: Text,
  job_id: Text,
  run_id: Text,
  repo: Text,
  revision: Text,
  branch: Text,
  audience: Text,
  identity_mapping_name: Text,
  include_reference_token: z.boolean().optional(),
})

export const MappingTest = z.object({
  name: z.string(),
  isMet: z.boolean(),
  claims: z
    .array(
      z.object({
        claim: z.string(),
        wanted: z.array(z.string()).describe('One of them is enough'),
        given: z.array(z.string()).describe('Empty: the token has no such claim'),
        isMet: z.boolean(),
      }),
    )
    .describe('All of them are needed'),
})
export type MappingTest = z.infer<typeof MappingTest>

export const OidcTest = z.object({
  refusal: z
    .string()
    .nullable()
    .describe('Why the token itself is not taken; its claims are compared all the same'),
  claims: z.record(z.string(), z.unknown()).describe('What the token says'),
  mappings: z.array(MappingTest).describe('In the order in which they are tried'),
  mapping: z.string().nullable().describe('The first that takes the claims'),
  outcome: z
    .object({ username: z.string(), isUser: z.boolean(), scope: z.string(), expiresIn: z.number().int() })
    .nullable()
    .describe('Whose token of ours it would become'),
  problem: z.string().nullable().describe('Why the mapping gives no token all the same'),
})
export type OidcTest = z.infer<typeof OidcTest>

const NameParam = z.object({ name: z.string().max(255) })
const MappingParam = z.object({ name: z.string().max(255), mapping: z.string().max(255) })

export const oidcExchange = {
  exchange: endpoint(
    'POST /access/api/v1/oidc/token',
    'Trade the token of a build platform for one of ours',
    {
      body: OidcExchange,
      response: z.object({
        access_token: z.string(),
        scope: z.string(),
        token_type: z.literal('Bearer'),
        expires_in: z.number().int(),
        issued_token_type: z.string(),
        username: z.string(),
        token_id: z.string(),
        reference_token: z.string().optional(),
      }),
    },
  ),
  test: endpoint(
    'POST /ui/api/v1/oidc-integrations/{name}/test',
    'Which mapping takes a token, and why not; nothing is given out',
    {
      params: NameParam,
      body: z.object({ token: z.string().trim().min(1, 'This field is mandatory').max(20_000) }),
      response: OidcTest,
    },
  ),
  listProviders: endpoint('GET /access/api/v1/oidc', 'Issuers whose tokens can be exchanged', {
    response: z.array(OidcProvider),
  }),
  createProvider: endpoint('POST /access/api/v1/oidc', 'Add an issuer', {
    body: NewOidcProvider,
    response: OidcProvider,
    status: 201,
  }),
  getProvider: endpoint('GET /access/api/v1/oidc/{name}', 'One issuer', {
    params: NameParam,
    response: OidcProvider,
  }),
  updateProvider: endpoint('PUT /access/api/v1/oidc/{name}', 'Replace an issuer', {
    params: NameParam,
    body: OidcProvider.omit({ name: true }),
    response: OidcProvider,
  }),
  removeProvider: endpoint('DELETE /access/api/v1/oidc/{name}', 'Remove an issuer and its mappings', {
    params: NameParam,
  }),
  listMappings: endpoint('GET /access/api/v1/oidc/{name}/identity_mappings', 'Mappings of an issuer', {
    params: NameParam,
    response: z.array(IdentityMapping),
  }),
  createMapping: endpoint('POST /access/api/v1/oidc/{name}/identity_mappings', 'Add a mapping', {
    params: NameParam,
    body: NewIdentityMapping,
    response: IdentityMapping,
    status: 201,
  }),
  getMapping: endpoint('GET /access/api/v1/oidc/{name}/identity_mappings/{mapping}', 'One mapping', {
    params: MappingParam,
    response: IdentityMapping,
  }),
  updateMapping: endpoint('PUT /access/api/v1/oidc/{name}/identity_mappings/{mapping}', 'Replace a mapping', {
    params: MappingParam,
    body: IdentityMapping.omit({ name: true }),
    response: IdentityMapping,
  }),
  removeMapping: endpoint(
    'DELETE /access/api/v1/oidc/{name}/identity_mappings/{mapping}',
    'Remove a mapping',
    {
      params: MappingParam,
    },
  ),
}
