// What is stored: counted in the background and kept, with a sample for each day.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { RepositoryKind } from './repositories.ts'

const Sum = z.object({
  files: z.number().int(),
  bytes: z.number().int().describe('Of all files, whether or not they share their bytes'),
  growth: z
    .number()
    .int()
    .nullable()
    .describe('Bytes in the last 30 days; null before there is a sample of another day'),
})

export const StoredRepository = Sum.extend({
  key: z.string(),
  kind: RepositoryKind,
  format: z.string(),
  project: z.string().describe('Empty when it belongs to none'),
  folders: z.number().int(),
})
export type StoredRepository = z.infer<typeof StoredRepository>

export const StoredGroup = Sum.extend({ name: z.string(), repositories: z.number().int() })
export type StoredGroup = z.infer<typeof StoredGroup>

export const StorageSummary = z.object({
  computedAt: z.string().nullable().describe('Null until it was computed for the first time'),
  computing: z
    .object({ since: z.string(), files: z.number().int(), expected: z.number().int().nullable() })
    .nullable()
    .describe(
      'While newer numbers are on their way: files counted so far, and how many there were last time',
    ),
  failure: z.string().nullable().describe('Why the last attempt gave no numbers'),
  binaries: z
    .object({ count: z.number().int(), bytes: z.number().int() })
    .describe('What lies on the storage'),
  artifacts: z.object({ files: z.number().int(), folders: z.number().int(), bytes: z.number().int() }),
  saved: z.number().int().describe('Bytes that need no room because files share them'),
  disk: z.object({
    path: z.string(),
    total: z.number().int(),
    free: z.number().int(),
    failure: z.string().nullable().describe('When the storage cannot be asked'),
  }),
  trend: z
    .object({
      since: z.string().describe('The day of the first sample that counts'),
      bytesPerDay: z.number().int(),
      fullInDays: z.number().int().nullable().describe('Null when it does not grow'),
    })
    .nullable()
    .describe('Null before there are samples of two days'),
  repositories: z.array(StoredRepository),
  formats: z.array(StoredGroup),
  projects: z.array(StoredGroup),
})
export type StorageSummary = z.infer<typeof StorageSummary>

/** As Artifactory has it: for people, with numbers as texts. */
export const StorageInfo = z.object({
  binariesSummary: z.object({
    binariesCount: z.string(),
    binariesSize: z.string(),
    artifactsSize: z.string(),
    optimization: z.string(),
    itemsCount: z.string(),
    artifactsCount: z.string(),
  }),
  fileStoreSummary: z.object({
    storageType: z.string(),
    storageDirectory: z.string(),
    totalSpace: z.string(),
    usedSpace: z.string(),
    freeSpace: z.string(),
  }),
  repositoriesSummaryList: z.array(
    z.object({
      repoKey: z.string(),
      repoType: z.enum(['LOCAL', 'CACHE', 'VIRTUAL', 'FEDERATED', 'NA']),
      foldersCount: z.number().int(),
      filesCount: z.number().int(),
      usedSpace: z.string(),
      usedSpaceInBytes: z.number().int(),
      itemsCount: z.number().int(),
      packageType: z.string().optional(),
      projectKey: z.string().optional(),
      percentage: z.string().optional(),
    }),
  ),
})
export type StorageInfo = z.infer<typeof StorageInfo>

export const LargeFiles = z.object({
  items: z.array(
    z.object({
      repository: z.string(),
      path: z.string(),
      size: z.number().int(),
      createdAt: z.string(),
      downloadedAt: z.string().nullable().describe('Null when nobody has downloaded it'),
    }),
  ),
  leastSize: z.number().int().describe('Smaller ones are not looked at'),
})
export type LargeFiles = z.infer<typeof LargeFiles>

const Accepted = z.object({ info: z.string() })

export const storage = {
  summary: endpoint('GET /ui/api/v1/storage', 'What is stored, as counted last', {
    response: StorageSummary,
  }),
  large: endpoint('GET /ui/api/v1/storage/large-files', 'The largest files, largest first', {
    query: z.object({
      unusedDays: z.coerce
        .number()
        .int()
        .min(1)
        .max(36_500)
        .optional()
        .describe('Only those neither created nor downloaded since'),
    }),
    response: LargeFiles,
  }),
  calculate: endpoint('POST /ui/api/v1/storage/calculate', 'Count anew, in the background', {
    response: Accepted,
    status: 202,
  }),
  info: endpoint('GET /artifactory/api/storageinfo', 'What is stored, as counted last', {
    response: StorageInfo,
  }),
  calculateInfo: endpoint('POST /artifactory/api/storageinfo/calculate', 'Count anew, in the background', {
    response: Accepted,
    status: 202,
  }),
}
