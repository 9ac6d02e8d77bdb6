// The care of what is stored: removing what nothing refers to, and reading again what lies there.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const Amount = z.object({ count: z.number().int(), bytes: z.number().int() })

export const GarbageSettings = z.object({
  isOn: z.boolean().describe('Whether it runs by itself'),
  everyHours: z.number().int().min(1).max(168),
  undoDays: z
    .number()
    .int()
    .min(0)
    .max(90)
    .describe('How long bytes stay that nothing refers to; using them again in that time costs no upload'),
  maxGigabytes: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .describe('Most that one run removes; null: no limit'),
  maxMinutes: z
    .number()
    .int()
    .min(1)
    .max(1440)
    .nullable()
    .describe('How long one run takes at most; null: no limit'),
})
export type GarbageSettings = z.infer<typeof GarbageSettings>

const run = {
  id: z.string(),
  startedAt: z.string(),
  startedBy: z.string().describe('`system` when it ran by itself'),
  finishedAt: z.string().nullable().describe('Null while it runs'),
  failure: z.string().nullable(),
}

export const GarbageRun = z.object({
  ...run,
  isPreview: z.boolean().describe('Looked, and removed nothing'),
  looked: z.number().int().describe('Blobs looked at'),
  adopted: z.number().int().describe('Bytes without a row, as a crash leaves them, that wait from now on'),
  removed: Amount,
  isCutShort: z.boolean().describe('Stopped at its limit; the next run goes on'),
})
export type GarbageRun = z.infer<typeof GarbageRun>

export const GarbageState = z.object({
  settings: GarbageSettings,
  due: Amount.describe('What a run would remove now, as far as is known'),
  waiting: Amount.describe('What waits for the end of its time'),
  isRunning: z.boolean().describe('Under way, or about to begin'),
  nextRunAt: z.string().nullable().describe('Null when it does not run by itself'),
  runs: z.array(GarbageRun).describe('The last ones, newest first'),
})
export type GarbageState = z.infer<typeof GarbageState>

export const ScrubSettings = z.object({
  isOn: z.boolean(),
  everyDays: z
    .number()
    .int()
    .min(1)
    .max(365)
    .describe('From the start of one round to the start of the next'),
  megabytesPerSecond: z.number().int().min(1).max(10_000),
})
export type ScrubSettings = z.infer<typeof ScrubSettings>

export const ScrubRun = z.object({
  ...run,
  checked: Amount,
  missing: z.number().int(),
  damaged: z.number().int(),
})
export type ScrubRun = z.infer<typeof ScrubRun>

export const BlobFinding = z.object({
  sha256: z.string(),
  problem: z.enum(['missing', 'damaged']),
  size: z.number().int(),
  foundAt: z.string(),
  files: z.number().int().describe('How many files it hurts'),
  paths: z.array(z.string()).describe('The first of them, as repository/path'),
})
export type BlobFinding = z.infer<typeof BlobFinding>

export const ScrubState = z.object({
  settings: ScrubSettings,
  isRunning: z.boolean(),
  expected: Amount.describe('What there is to be read, as counted last'),
  nextRunAt: z.string().nullable(),
  runs: z.array(ScrubRun),
  findings: z.array(BlobFinding),
})
export type ScrubState = z.infer<typeof ScrubState>

export const StorageLimits = z.object({
  isOn: z.boolean(),
  warnPercent: z
    .number()
    .int()
    .min(1)
    .max(100)
    .describe('How full the disk may be before administrators are warned'),
  limitPercent: z.number().int().min(1).max(100).describe('How full it may be before nothing more is stored'),
})
export type StorageLimits = z.infer<typeof StorageLimits>

export const StorageLimitState = z.object({
  settings: StorageLimits,
  usedPercent: z.number(),
  state: z.enum(['ok', 'warning', 'full']),
})
export type StorageLimitState = z.infer<typeof StorageLimitState>

const Accepted = z.object({ info: z.string() })

export const storageCare = {
  garbage: endpoint(
    'GET /ui/api/v1/storage/garbage',
    'Garbage collection: settings, what is due, the last runs',
    {
      response: GarbageState,
    },
  ),
  saveGarbage: endpoint('PUT /ui/api/v1/storage/garbage', 'Change how garbage is collected', {
    body: GarbageSettings,
    response: GarbageSettings,
  }),
  collect: endpoint('POST /ui/api/v1/storage/garbage/runs', 'Collect garbage now, in the background', {
    body: z.object({ isPreview: z.boolean().optional().describe('Only look') }),
    response: Accepted,
    status: 202,
  }),
  scrub: endpoint(
    'GET /ui/api/v1/storage/scrub',
    'The check of stored bytes: settings, findings, the last runs',
    {
      response: ScrubState,
    },
  ),
  saveScrub: endpoint('PUT /ui/api/v1/storage/scrub', 'Change how stored bytes are checked', {
    body: ScrubSettings,
    response: ScrubSettings,
  }),
  startScrub: endpoint(
    'POST /ui/api/v1/storage/scrub/runs',
    'Check all stored bytes now, in the background',
    {
      response: Accepted,
      status: 202,
    },
  ),
  limits: endpoint('GET /ui/api/v1/storage/limits', 'How full the disk is and may become', {
    response: StorageLimitState,
  }),
  saveLimits: endpoint('PUT /ui/api/v1/storage/limits', 'Change how full the disk may become', {
    body: StorageLimits,
    response: StorageLimitState,
  }),
  artifactoryCollect: endpoint(
    'POST /artifactory/api/system/storage/gc',
    'Collect garbage now, in the background',
    {
      response: Accepted,
      status: 202,
    },
  ),
  artifactoryPrune: endpoint(
    'POST /artifactory/api/system/storage/prune/start',
    'Look for bytes without a row, and collect garbage, in the background',
    { response: Accepted, status: 202 },
  ),
  artifactoryOptimize: endpoint(
    'POST /artifactory/api/system/storage/optimize',
    'Accepted for those who call it: bytes lie in one place here, so there is nothing to move',
    { response: Accepted, status: 202 },
  ),
}
