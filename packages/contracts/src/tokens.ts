// Access tokens, as the command line and build machines use them. Served where the JFrog Platform serves them.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PageQuery, pageOf } from './page.ts'

/** Forms send texts, JSON sends what it means. */
const Flag = z.union([
  z.boolean(),
  z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0', ''] }),
  z.literal(1).transform(() => true),
  z.literal(0).transform(() => false),
])
const Seconds = z.coerce.number().int().min(0).max(315_360_000)

export const NewToken = z.object({
  username: z.string().max(256).optional(),
  scope: z.string().max(4096).optional().describe('applied-permissions/user when left out'),
  expires_in: Seconds.optional().describe('Seconds; 0 is never; the default life when left out'),
  refreshable: Flag.default(false),
  description: z.string().max(1024).optional(),
  audience: z.string().max(1024).optional(),
  include_reference_token: Flag.default(false),
  project_key: z.string().max(64).optional(),
  force_revocable: Flag.optional(),
  grant_type: z.string().max(128).optional().describe('refresh_token to exchange a refresh token'),
  refresh_token: z.string().max(1024).optional(),
  access_token: z.string().max(20_000).optional(),
})
export type NewToken = z.infer<typeof NewToken>

export const CreatedToken = z.object({
  token_id: z.string(),
  access_token: z.string(),
  expires_in: z.number().int().optional().describe('Left out when the token never expires'),
  scope: z.string(),
  token_type: z.literal('Bearer'),
  refresh_token: z.string().optional(),
  reference_token: z.string().optional(),
})
export type CreatedToken = z.infer<typeof CreatedToken>

export const Token = z.object({
  token_id: z.string(),
  subject: z.string(),
  issuer: z.string(),
  scope: z.string(),
  description: z.string(),
  refreshable: z.boolean(),
  issued_at: z.number().int(),
  expiry: z.number().int().optional(),
  last_used: z.number().int().optional(),
})

const IdParam = z.object({ id: z.string().max(128) })

export const tokenFilters = ['never-used', 'unused', 'no-expiry', 'admin'] as const
export type TokenFilter = (typeof tokenFilters)[number]

/** A token as our screens show it. */
export const ListedToken = z.object({
  id: z.string(),
  subject: z.string(),
  isTransient: z.boolean().describe('The name belongs to no user; the rights come from the scope alone'),
  scope: z.string(),
  scopeInWords: z.string(),
  description: z.string(),
  projectKey: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  lastUsedAddress: z.string().nullable(),
  expiresAt: z.string().nullable(),
  isExpired: z.boolean(),
  isRefreshable: z.boolean(),
  hasReference: z.boolean(),
  isCurrent: z.boolean().describe('The token of this very request'),
})
export type ListedToken = z.infer<typeof ListedToken>

export const TokenSettings = z.object({
  defaultLife: Seconds.default(31_536_000).describe('Seconds, when none is asked for; 0 is never'),
  longestLife: Seconds.default(0).describe('Seconds; 0 is no limit'),
  warnDays: z.number().int().min(0).max(365).default(7).describe('0 turns the warnings off'),
})
export type TokenSettings = z.infer<typeof TokenSettings>
/** What is left out goes back to its default. */
export const NewTokenSettings = TokenSettings.extend({})

const RevokeBody = z.object({
  token: z.string().max(20_000).optional(),
  token_id: z.string().max(128).optional(),
})
const ListAnswer = z.object({ tokens: z.array(Token) })

export const tokens = {
  create: endpoint('POST /access/api/v1/tokens', 'Create an access token, or refresh one', {
    body: NewToken,
    response: CreatedToken,
  }),
  list: endpoint(
    'GET /access/api/v1/tokens',
    'List access tokens: all for an administrator, else one’s own',
    {
      query: z.object({
        description: z.string().max(1024).optional(),
        username: z.string().max(256).optional(),
        refreshable: Flag.optional(),
        token_id: z.string().max(128).optional(),
        order_by: z
          .enum(['created', 'token_id', 'owner', 'subject', 'expiry', 'last_used'])
          .default('created'),
        descending_order: Flag.default(true),
        last_used: z.coerce.number().int().min(0).max(8_640_000_000_000).optional(),
      }),
      response: ListAnswer,
    },
  ),
  get: endpoint('GET /access/api/v1/tokens/{id}', 'One token; `me` is the one that asks', {
    params: IdParam,
    response: Token,
  }),
  remove: endpoint('DELETE /access/api/v1/tokens/{id}', 'Revoke an access token', {
    params: IdParam,
    status: 200,
  }),
  revoke: endpoint('POST /access/api/v1/tokens/revoke', 'Revoke a token by its own text', {
    body: RevokeBody,
    status: 200,
  }),
  revokeByDelete: endpoint('DELETE /access/api/v1/tokens/revoke', 'Revoke a token by its own text', {
    body: RevokeBody,
    status: 200,
  }),
  createInArtifactory: endpoint('POST /artifactory/api/security/token', 'Create a token, the older way', {
    body: NewToken,
    response: CreatedToken.omit({ token_id: true }),
  }),
  listInArtifactory: endpoint('GET /artifactory/api/security/token', 'List tokens, the older way', {
    response: ListAnswer,
  }),
  revokeInArtifactory: endpoint(
    'POST /artifactory/api/security/token/revoke',
    'Revoke a token, the older way',
    { body: RevokeBody, response: z.string() },
  ),
  page: endpoint('GET /ui/api/v1/tokens', 'Access tokens for the list of the administrator', {
    query: PageQuery.extend({
      search: z.string().max(256).optional(),
      filter: z.enum(tokenFilters).optional(),
    }),
    response: pageOf(ListedToken),
  }),
  counts: endpoint('GET /ui/api/v1/tokens/counts', 'How many tokens each filter would show', {
    query: z.object({ search: z.string().max(256).optional() }),
    response: z.object({
      all: z.number().int(),
      'never-used': z.number().int(),
      unused: z.number().int(),
      'no-expiry': z.number().int(),
      admin: z.number().int(),
    }),
  }),
  removeMany: endpoint('POST /ui/api/v1/tokens/revoke', 'Revoke several access tokens at once', {
    body: z.object({ ids: z.array(z.string().max(128)).min(1).max(1000) }),
    response: z.object({ revoked: z.number().int() }),
  }),
  describe: endpoint('POST /ui/api/v1/tokens/scope', 'A scope in words', {
    body: z.object({ scope: z.string().max(4096), username: z.string().max(256).optional() }),
    response: z.object({ words: z.string() }),
  }),
  settings: endpoint('GET /ui/api/v1/token-settings', 'How long tokens live', { response: TokenSettings }),
  saveSettings: endpoint('PUT /ui/api/v1/token-settings', 'Change how long tokens live', {
    body: NewTokenSettings,
    response: TokenSettings,
  }),
  rotateKeys: endpoint('POST /ui/api/v1/token-keys/rotate', 'Sign with a new key from now on', {
    response: z.object({ keyId: z.string() }),
  }),
}
