// What the installation is, and what it is doing.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PageQuery, pageOf } from './page.ts'

export const Job = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  attempts: z.number().int(),
  runAfter: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  lastError: z.string().nullable(),
  startedAt: z.string().nullable().describe('Of its last run'),
  progress: z.string().nullable().describe('What it last said of itself'),
})
export type Job = z.infer<typeof Job>

export const troubleCauses = ['address', 'token', 'right', 'certificate', 'proxy', 'details'] as const
export type TroubleCause = (typeof troubleCauses)[number]

/** As clients of Artifactory know what runs or waits. */
export const Task = z.object({
  id: z.string(),
  type: z.string(),
  state: z.enum(['running', 'scheduled']),
  description: z.string(),
  nodeId: z.string().describe('Where it runs; empty while it waits'),
  started: z.string().nullable().optional(),
  nextRun: z.string().optional(),
  progress: z.string().optional(),
  lastError: z.string().optional().describe('Why its last run failed'),
})
export type Task = z.infer<typeof Task>

export const ClientGuide = z.object({
  client: z.string(),
  settings: z.object({ file: z.string(), lines: z.array(z.string()) }).optional(),
  check: z.array(z.string()),
  install: z.array(z.string()),
  publish: z.array(z.string()),
  troubles: z
    .array(z.object({ cause: z.enum(troubleCauses), lines: z.array(z.string()) }))
    .describe('The usual causes when it does not work, each with lines that show or mend it'),
})
export type ClientGuide = z.infer<typeof ClientGuide>

export const system = {
  version: endpoint('GET /artifactory/api/system/version', 'Tell the version', {
    response: z.object({
      version: z.string().describe('The level of the API that clients ask for'),
      revision: z.string(),
      addons: z.array(z.string()),
      license: z.string(),
      product: z.string(),
      productVersion: z.string(),
    }),
  }),
  setMeUp: endpoint('GET /ui/api/v1/ui/setMeUp', 'The address that clients are pointed at', {
    response: z.object({ baseUrl: z.string().describe('With a slash at the end') }),
  }),
  clientGuide: endpoint(
    'GET /ui/api/v1/ui/setMeUp/clients/{format}',
    'How the clients of a package type are set up',
    {
      params: z.object({ format: z.string().max(64) }),
      response: z
        .array(ClientGuide)
        .describe('{url}, {address}, {host} and {token} in the lines are to be filled in'),
    },
  ),
  jobs: endpoint('GET /ui/api/v1/jobs', 'List background jobs', {
    query: PageQuery.extend({ state: Job.shape.state.optional() }),
    response: pageOf(Job),
  }),
  cancelJob: endpoint('DELETE /ui/api/v1/jobs/{id}', 'Cancel a job that waits or runs', {
    params: z.object({ id: z.string().max(200) }),
  }),
  tasks: endpoint('GET /artifactory/api/tasks', 'What runs in the background, and what waits', {
    response: z.object({ tasks: z.array(Task) }),
  }),
}
