// Backups that the configuration document names: how each does. They are made and changed by that document.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const Backup = z.object({
  key: z.string(),
  enabled: z.boolean(),
  cronExp: z.string(),
  retentionPeriodHours: z
    .number()
    .int()
    .describe('Older ones go when a new one is complete; 0: one folder that is brought up to date'),
  excludedRepositories: z
    .array(z.string())
    .describe('Kept for clients. An enabled backup has none: it is a copy of everything'),
  excludeNewRepositories: z.boolean().default(false).describe('Kept for clients, without an effect'),
  createArchive: z.boolean().default(false).describe('One file instead of a folder'),
  sendMailOnError: z.boolean().default(true).describe('Administrators get a letter when it fails'),
})
export type Backup = z.infer<typeof Backup>

export const BackupRun = z.object({
  id: z.string(),
  startedAt: z.string(),
  startedBy: z.string().describe('`system` when it ran by itself'),
  finishedAt: z.string().nullable().describe('Null while it runs'),
  failure: z.string().nullable(),
  folder: z.string().describe('Where it is, a folder or an archive, for npm run restore'),
  report: z.string().describe('What was copied; empty until it is complete'),
  removed: z.number().int().describe('So many older ones went'),
})
export type BackupRun = z.infer<typeof BackupRun>

export const BackupState = z.object({
  backup: Backup,
  lastRun: BackupRun.nullable(),
  nextRunAt: z.string().nullable(),
})
export type BackupState = z.infer<typeof BackupState>

const Keyed = z.object({ key: z.string().max(64) })

export const backups = {
  list: endpoint('GET /ui/api/v1/backups', 'List backups with their last and next runs', {
    response: z.array(BackupState),
  }),
  runs: endpoint('GET /ui/api/v1/backups/{key}/runs', 'The last runs of a backup', {
    params: Keyed,
    response: z.array(BackupRun),
  }),
  run: endpoint('POST /ui/api/v1/backups/{key}/run', 'Make a backup now, in the background', {
    params: Keyed,
    status: 202,
    response: z.object({ info: z.string() }),
  }),
}
