// One's own account: what it is, and what it holds.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ListedToken } from './tokens.ts'

/** Whether the profile is open, by the names that the specification gives them. */
export const ProfileState = z.object({
  existsInDB: z.boolean(),
  profileUpdatable: z.boolean(),
  requireProfilePassword: z.boolean().describe('There is a password to ask for'),
  requireProfileUnlock: z.boolean().describe('Not unlocked in this browser session yet'),
})
export type ProfileState = z.infer<typeof ProfileState>

export const Profile = ProfileState.extend({
  name: z.string(),
  email: z.string().nullable(),
  realm: z.string(),
  isAdmin: z.boolean(),
  groups: z.array(z.string()),
  hasPassword: z.boolean(),
  lastSignedInAt: z.string().nullable(),
  createdAt: z.string(),
  hasApiKey: z.boolean(),
})
export type Profile = z.infer<typeof Profile>

export const IdentityToken = z.object({
  token: z.string().describe('Shown once'),
  referenceToken: z.string().describe('The same, short; shown once'),
  tokenId: z.string(),
  expiresAt: z.string().nullable(),
})
export type IdentityToken = z.infer<typeof IdentityToken>

export const profile = {
  state: endpoint('GET /ui/api/v1/ui/userProfile', 'Whether my profile is open, and who I am', {
    response: Profile,
  }),
  unlock: endpoint('POST /ui/api/v1/ui/userProfile', 'Open my profile with my password', {
    body: z.object({ password: z.string().min(1, 'This field is mandatory').max(1024) }),
    response: Profile,
  }),
  save: endpoint('PUT /ui/api/v1/ui/userProfile', 'Change my profile', {
    body: z.object({ email: z.email('Enter an e-mail address').max(256).nullable() }),
    response: Profile,
  }),
  createToken: endpoint(
    'POST /ui/api/v1/ui/userIdentifyToken/{name}',
    'Create an identity token for myself',
    {
      params: z.object({ name: z.string().max(256) }),
      body: z.object({
        expiresIn: z.coerce.number().int().min(0).max(315_360_000).default(0).describe('Seconds; 0 is never'),
        description: z.string().max(1024).default(''),
        limit: z
          .object({
            repository: z.string().min(1).max(80),
            actions: z.array(z.enum(['read', 'deploy'])).min(1),
          })
          .optional()
          .describe('The token may do nothing but this; for a virtual repository, in those behind it'),
      }),
      response: IdentityToken,
    },
  ),
  myTokens: endpoint('GET /ui/api/v1/profile/tokens', 'My tokens, and which of them end soon', {
    response: z.object({ tokens: z.array(ListedToken), endingSoon: z.array(z.string()) }),
  }),
  revokeTokens: endpoint('POST /ui/api/v1/profile/tokens/revoke', 'Revoke some of my tokens', {
    body: z.object({ ids: z.array(z.string().max(128)).min(1).max(1000) }),
    response: z.object({ revoked: z.number().int() }),
  }),
}
