// API keys: one for each user, for clients that know nothing newer.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const Key = z.object({ apiKey: z.string() })
const MaybeKey = z.object({ apiKey: z.string().optional().describe('Left out when there is none') })
const Info = z.object({ info: z.string() })
const UserQuery = z.object({ username: z.string().max(256).optional() })

export const apiKeys = {
  read: endpoint('GET /artifactory/api/security/apiKey', 'My API key', { response: MaybeKey }),
  create: endpoint('POST /artifactory/api/security/apiKey', 'Create my API key', {
    response: Key,
    status: 201,
  }),
  regenerate: endpoint('PUT /artifactory/api/security/apiKey', 'Replace my API key', { response: Key }),
  revoke: endpoint('DELETE /artifactory/api/security/apiKey', 'Revoke my API key, or all', {
    query: z.object({ deleteAll: z.enum(['0', '1']).default('0') }),
    response: Info,
  }),
  revokeOf: endpoint('DELETE /artifactory/api/security/apiKey/{name}', 'Revoke the API key of a user', {
    params: z.object({ name: z.string().max(256) }),
    response: Info,
  }),
  encryptedPassword: endpoint(
    'GET /artifactory/api/security/encryptedPassword',
    'A text that works in place of my password until the password changes',
    { response: z.string() },
  ),
  show: endpoint('GET /ui/api/v1/ui/userApiKey', 'My API key, after proving who I am', {
    query: UserQuery,
    response: z.object({ apiKey: z.string().nullable() }),
  }),
  make: endpoint('POST /ui/api/v1/ui/userApiKey', 'Create or replace my API key', { response: Key }),
  drop: endpoint('DELETE /ui/api/v1/ui/userApiKey', 'Revoke my API key', {}),
}
