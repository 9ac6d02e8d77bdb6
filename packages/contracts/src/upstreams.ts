// How the upstreams of remote repositories have been doing.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const HitShare = z
  .number()
  .nullable()
  .describe(
    'How many of the requests for files of the last days the cache answered, from 0 to 1; null while too few came',
  )

export const UpstreamHealth = z.object({
  repository: z.string(),
  state: z
    .enum(['unknown', 'healthy', 'failing', 'assumed-offline', 'offline'])
    .describe(
      'unknown: not asked yet. failing: the last question failed. assumed-offline: not asked for a while after a failure. offline: set to',
    ),
  lastSuccessAt: z.string().nullable(),
  lastFailureAt: z.string().nullable(),
  lastFailure: z.string().nullable().describe('The sentence that the last failure was told with'),
  assumedOfflineUntil: z.string().nullable(),
  hiddenNames: z
    .array(z.string())
    .describe('Packages that it has and that virtual repositories hide, because a local member has the name'),
})
export type UpstreamHealth = z.infer<typeof UpstreamHealth>

export const upstreams = {
  list: endpoint('GET /ui/api/v1/upstreams', 'How the upstreams of remote repositories are doing', {
    response: z.array(UpstreamHealth),
  }),
}
