// A command line signs in through the browser: it makes up a session id, opens the browser with it, and asks for its token
// until somebody who is signed in there has allowed it.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CreatedToken } from './tokens.ts'

export const CliSession = z.uuid('The session must be a UUID')

/** How many of the last characters of the session id the person compares or types. */
export const cliCodeLength = 4

export const PendingCliLogin = z.object({
  client: z.string().describe('As the program named itself when it asked'),
  address: z.string().describe('Where the program asked from'),
  requestedAt: z.string(),
  expiresAt: z.string(),
  isSameAddress: z.boolean().describe('Whether this browser comes from the same address'),
})
export type PendingCliLogin = z.infer<typeof PendingCliLogin>

const base = '/access/api/v2/authentication/jfrog_client_login' as const
const SessionParam = z.object({ session: CliSession })

export const cliLogin = {
  request: endpoint(`POST ${base}/request`, 'A command line asks to be let in', {
    body: z.object({ session: CliSession }),
    status: 200,
  }),
  token: endpoint(`GET ${base}/token/{session}`, 'Its token: 400 until somebody allowed it, then once', {
    params: SessionParam,
    response: CreatedToken,
  }),
  respond: endpoint(`POST ${base}/response`, 'Allow or deny it, from a signed-in browser', {
    body: z.object({
      session: CliSession,
      code: z.string().max(16).optional().describe('The last four characters, when they were asked for'),
      isAllowed: z.boolean().default(true),
    }),
    response: z.object({ isAllowed: z.boolean() }),
  }),
  pending: endpoint('GET /ui/api/v1/cli-login/{session}', 'What asks to be let in', {
    params: SessionParam,
    response: PendingCliLogin,
  }),
}
