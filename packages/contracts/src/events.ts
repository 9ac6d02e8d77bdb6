// What happens, told while it happens: one stream of server-sent events for each browser.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const topics = [
  'packages',
  'repositories',
  'people',
  'permissions',
  'projects',
  'tokens',
  'providers',
  'settings',
  'jobs',
  'follows',
] as const
export type Topic = (typeof topics)[number]

/** Beside these, `reset` says that too much was missed, `rights` and `session` that the stream ends and why. */
export const LiveEvent = z.object({
  topic: z.enum([...topics, 'reset', 'rights', 'session']),
  kind: z
    .string()
    .describe('What happened: published, deleted, user.changed …; many when it was much at once'),
  at: z.string(),
  repository: z.string().optional(),
  format: z.string().optional(),
  path: z.string().optional(),
  package: z.string().optional(),
  version: z.string().optional(),
  actor: z.string().optional(),
  setting: z.string().optional().describe('The name of what was changed, never its value'),
  job: z.object({ id: z.string(), kind: z.string(), state: z.string() }).optional(),
})
export type LiveEvent = z.infer<typeof LiveEvent>

const isTopic = (word: string): word is Topic => (topics as readonly string[]).includes(word)

const Topics = z
  .string()
  .max(500)
  .default('')
  .transform((text) => text.split(',').filter((word) => word !== ''))
  .refine((words) => words.every(isTopic), `Known topics are ${topics.join(', ')}.`)
  .transform((words) => (words.length === 0 ? [...topics] : words.filter(isTopic)))

export const live = {
  events: endpoint(
    'GET /ui/api/v1/events',
    'Follow what happens, as server-sent events of what one may see; resumes behind Last-Event-ID',
    {
      status: 200,
      query: z.object({
        topics: Topics.describe('Separated by commas; all of them without it'),
        after: z
          .string()
          .max(20)
          .optional()
          .describe('The same as Last-Event-ID, for who cannot set a header'),
      }),
    },
  ),
}
