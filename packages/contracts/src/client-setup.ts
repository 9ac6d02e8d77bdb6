// Setting up a client: its first requests, seen as they arrive.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const ClientRequest = z.object({
  number: z.number().int(),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number().int(),
  client: z.string().describe('What the client calls itself'),
  actor: z.string().describe('Who it was; - when the credentials were not believed'),
  why: z.string().describe('The sentence of a refusal'),
})
export type ClientRequest = z.infer<typeof ClientRequest>

export const clientSetup = {
  recent: endpoint(
    'GET /ui/api/v1/client-setup/recent',
    'What one’s own clients asked a repository for in the last minutes, newest first',
    {
      query: z.object({ repository: z.string().min(1).max(80) }),
      response: z.object({ items: z.array(ClientRequest), minutes: z.number().int() }),
    },
  ),
  requests: endpoint(
    'GET /ui/api/v1/client-setup/requests',
    'Wait for requests of one’s own clients to a repository; answers when one arrives or after a while',
    {
      query: z.object({
        repository: z.string().min(1).max(80),
        after: z.coerce
          .number()
          .int()
          .min(0)
          .optional()
          .describe('The latest of the answer before; without it, the answer says at once where news begin'),
      }),
      response: z.object({ items: z.array(ClientRequest), latest: z.number().int() }),
    },
  ),
}
