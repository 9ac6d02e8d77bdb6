// Rules that say how long files are kept. A rule is looked at first (simulated), then runs by itself or when asked.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const days = z.number().int().min(1).max(36_500).nullable()

export const RetentionRule = z
  .object({
    name: z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
        'Use up to 64 letters, digits, dots, dashes and underscores',
      ),
    isOn: z.boolean().describe('Whether it runs by itself, once a day'),
    repositories: z.array(z.string().max(64)).min(1, 'Name at least one repository').max(1000),
    pattern: z.string().max(1000).describe('Of paths, such as releases/**; empty: all'),
    property: z.string().max(300).describe('Only files that have it, as key or key=value; empty: all'),
    olderThanDays: days.describe('Created longer ago; null: whatever their age'),
    unusedDays: days.describe('Neither created nor downloaded since; null: whether used or not'),
    keepVersions: z
      .number()
      .int()
      .min(1)
      .max(100_000)
      .nullable()
      .describe(
        'Only files of versions that are older than the newest so many of their package; null: all files',
      ),
  })
  .refine((rule) => rule.olderThanDays !== null || rule.unusedDays !== null || rule.keepVersions !== null, {
    error: 'Say what goes: by age, by use, or beyond a number of versions',
    path: ['olderThanDays'],
  })
export type RetentionRule = z.infer<typeof RetentionRule>

export const RetentionResult = z.object({
  count: z.number().int(),
  bytes: z.number().int(),
  files: z
    .array(
      z.object({ repository: z.string(), path: z.string(), size: z.number().int(), createdAt: z.string() }),
    )
    .describe('The first of them'),
})
export type RetentionResult = z.infer<typeof RetentionResult>

export const RetentionRun = z.object({
  id: z.string(),
  startedAt: z.string(),
  startedBy: z.string().describe('`system` when it ran by itself'),
  finishedAt: z.string().nullable().describe('Null while it runs'),
  failure: z.string().nullable(),
  removed: z.object({ count: z.number().int(), bytes: z.number().int() }),
})
export type RetentionRun = z.infer<typeof RetentionRun>

const Named = z.object({ name: z.string() })

export const retention = {
  list: endpoint('GET /ui/api/v1/retention', 'Rules of retention', { response: z.array(RetentionRule) }),
  save: endpoint('PUT /ui/api/v1/retention/{name}', 'Make or change a rule', {
    params: Named,
    body: RetentionRule,
    response: RetentionRule,
  }),
  remove: endpoint('DELETE /ui/api/v1/retention/{name}', 'Remove a rule', { params: Named }),
  simulate: endpoint('POST /ui/api/v1/retention/simulate', 'What a rule would remove, without removing it', {
    body: RetentionRule,
    response: RetentionResult,
  }),
  runs: endpoint(
    'GET /ui/api/v1/retention/{name}/runs',
    'What the last runs of a rule removed, newest first',
    {
      params: Named,
      response: z.array(RetentionRun),
    },
  ),
  run: endpoint('POST /ui/api/v1/retention/{name}/run', 'Run a rule now, in the background', {
    params: Named,
    response: z.object({ info: z.string() }),
    status: 202,
  }),
}
