// The page that tells what this installation holds and what happened last.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const Activity = z.object({
  packageId: z.string(),
  format: z.string(),
  name: z.string(),
  version: z.string(),
  publishedAt: z.string(),
  publishedBy: z.string().nullable(),
})
export type Activity = z.infer<typeof Activity>

export const overview = {
  artifactCount: endpoint('GET /ui/api/v1/ui/home/widget/artifactCount', 'How many files there are', {
    response: z.object({
      widgetData: z.object({
        artifactCount: z.number().int().describe('In the repositories that one may read all of'),
      }),
    }),
  }),
  activity: endpoint('GET /ui/api/v1/overview/activity', 'What was published last', {
    response: z.array(Activity),
  }),
  downloads: endpoint('GET /ui/api/v1/overview/downloads', 'How much was downloaded, day by day', {
    response: z.object({
      today: z.number().int(),
      byDay: z.array(z.number().int()).describe('The last 14 days, oldest first, today last (UTC)'),
    }),
  }),
}
