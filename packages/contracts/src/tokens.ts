// Access tokens, as the command line and build machines use them. Served where the JFrog Platform serves them.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const NewToken = z.object({
  username: z.string().max(256).optional(),
  scope: z.string().max(500).default('applied-permissions/user'),
  expires_in: z.coerce.number().int().min(0).max(315_360_000).optional().describe('Seconds; 0 is never'),
  description: z.string().max(1024).optional(),
  grant_type: z.string().max(64).optional(),
})

export const CreatedToken = z.object({
  token_id: z.string(),
  access_token: z.string(),
  expires_in: z.number().int().optional().describe('Left out when the token never expires'),
  scope: z.string(),
  token_type: z.literal('Bearer'),
})

export const Token = z.object({
  token_id: z.string(),
  subject: z.string(),
  scope: z.string(),
  description: z.string(),
  issued_at: z.number().int(),
  expiry: z.number().int().optional(),
  last_used: z.number().int().optional(),
})

const IdParam = z.object({ id: z.string().max(128) })

export const tokens = {
  create: endpoint('POST /access/api/v1/tokens', 'Create an access token', {
    body: NewToken,
    response: CreatedToken,
  }),
  list: endpoint(
    'GET /access/api/v1/tokens',
    'List access tokens: all for an administrator, else one’s own',
    {
      response: z.object({ tokens: z.array(Token) }),
    },
  ),
  remove: endpoint('DELETE /access/api/v1/tokens/{id}', 'Revoke an access token', { params: IdParam }),
}
