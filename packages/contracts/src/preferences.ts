// What a person prefers, wherever they sign in: a few small values by name.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const mostPreferences = 50

const Key = z
  .string()
  .regex(/^[a-z][A-Za-z0-9.-]{0,63}$/, 'A name begins with a small letter and has at most 64 characters')

export const preferences = {
  list: endpoint('GET /ui/api/v1/preferences', 'My preferences', {
    response: z.record(z.string(), z.string()).describe('Values are JSON'),
  }),
  set: endpoint('PUT /ui/api/v1/preferences/{key}', 'Keep a preference', {
    params: z.object({ key: Key }),
    body: z.object({ value: z.string().max(4096).describe('JSON') }),
  }),
  remove: endpoint('DELETE /ui/api/v1/preferences/{key}', 'Forget a preference', {
    params: z.object({ key: Key }),
  }),
}
