// The page of all settings: how each stands, and which were changed last.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const SettingState = z
  .union([z.number().int(), z.boolean()])
  .describe('How many there are, or whether it is set up')
export type SettingState = z.infer<typeof SettingState>

export const RecentChange = z.object({
  page: z.string().describe('The path of the page in the web application'),
  target: z.string().nullable().describe('What was changed there, when it has a name'),
  actor: z.string(),
  at: z.string(),
})
export type RecentChange = z.infer<typeof RecentChange>

export const allSettings = {
  overview: endpoint('GET /ui/api/v1/settings-overview', 'How all settings stand', {
    response: z.object({
      states: z.record(z.string(), SettingState).describe('By the path of the page'),
      recent: z.array(RecentChange).describe('The last three pages that somebody changed'),
    }),
  }),
}
