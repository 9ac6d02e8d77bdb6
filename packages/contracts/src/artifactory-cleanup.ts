// Clean-up policies of packages as the clients of Artifactory write them: what is sent comes back. They run on the engine of
// the rules of retention.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { RetentionResult, RetentionRun } from './retention.ts'

const base = '/artifactory/api/cleanup/packages/policies'

const words = z.array(z.string().min(1).max(1000)).max(1000)
const count = (what: string) =>
  z.number().int().min(1, 'Use a number greater than 0').max(100_000).nullish().describe(what)
const properties = z
  .record(
    z.string().min(1).max(255),
    z.array(z.string().max(2400)).min(1, 'Name the value of the property').max(100),
  )
  .nullish()

export const CleanupCriteria = z.strictObject({
  packageTypes: words.min(1, 'Name at least one package type'),
  repos: words.min(1, 'Name at least one repository, or ** for all').describe('Keys or patterns of them'),
  excludedRepos: words.nullish().describe('Keys or patterns of them'),
  includedPackages: words
    .length(1, 'Give exactly one name or pattern, ** for all')
    .describe('One name or pattern; of files that are no version of a package, the path counts'),
  excludedPackages: words.nullish().describe('Names, no patterns'),
  includeAllProjects: z.boolean().nullish(),
  includedProjects: words.nullish().describe('`default` stands for repositories of no project'),
  createdBeforeInDays: count('Created longer ago'),
  createdBeforeInMonths: count('The same in months of 30 days'),
  lastDownloadedBeforeInDays: count('Neither created nor downloaded since'),
  lastDownloadedBeforeInMonths: count('The same in months of 30 days'),
  keepLastNVersions: count('Versions older than the newest so many of their package'),
  includedProperties: properties.describe('Only what has one of the values of each'),
  excludedProperties: properties.describe('Nothing that has one of the values of any'),
})
export type CleanupCriteria = z.infer<typeof CleanupCriteria>

const members = {
  description: z.string().max(2000).optional(),
  cronExp: z.string().max(200).default('').describe('As Quartz writes it; empty: it runs only when asked'),
  durationInMinutes: z.number().int().min(0).max(100_000).default(0).describe('0: until it is done'),
  skipTrashcan: z.boolean().default(false),
  projectKey: z.string().max(64).default('').describe('Of a policy for one project; its key begins with it'),
  searchCriteria: CleanupCriteria,
}

export const CleanupPolicy = z.strictObject({ key: z.string(), enabled: z.boolean(), ...members })
export type CleanupPolicy = z.infer<typeof CleanupPolicy>

export const CleanupPolicyInput = z.strictObject({
  key: z.string().max(64).optional().describe('If it is there, the one of the address'),
  enabled: z.boolean().optional().describe('Changed by its own call only'),
  ...members,
})
export type CleanupPolicyInput = z.infer<typeof CleanupPolicyInput>

const key = z.string().regex(/^[A-Za-z0-9_-]{3,64}$/, 'Use 3 to 64 letters, digits, underscores and hyphens')
const Key = z.object({ key })

export const CleanupPolicyState = z.object({
  policy: CleanupPolicy,
  lastRun: RetentionRun.nullable(),
  nextRunAt: z.string().nullable().describe('Null while it is off, or without a time'),
})
export type CleanupPolicyState = z.infer<typeof CleanupPolicyState>

export const artifactoryCleanup = {
  list: endpoint(`GET ${base}`, 'Clean-up policies of packages', { response: z.array(CleanupPolicy) }),
  get: endpoint(`GET ${base}/{key}`, 'A clean-up policy', { params: Key, response: CleanupPolicy }),
  create: endpoint(`POST ${base}/{key}`, 'Make a clean-up policy, which is off at first', {
    params: Key,
    body: CleanupPolicyInput,
    response: CleanupPolicy,
    status: 201,
  }),
  update: endpoint(`PUT ${base}/{key}`, 'Change a clean-up policy', {
    params: Key,
    body: CleanupPolicyInput,
    response: CleanupPolicy,
  }),
  // Terraform's provider takes nothing but 200 for an answer.
  remove: endpoint(`DELETE ${base}/{key}`, 'Remove a clean-up policy', { params: Key, status: 200 }),
  enable: endpoint(`POST ${base}/{key}/enablement`, 'Switch a clean-up policy on or off', {
    params: Key,
    body: z.object({ enabled: z.boolean() }),
    response: CleanupPolicy,
  }),
  states: endpoint('GET /ui/api/v1/cleanup-policies', 'Clean-up policies with their last and next runs', {
    response: z.array(CleanupPolicyState),
  }),
  make: endpoint('POST /ui/api/v1/cleanup-policies', 'Make a clean-up policy that is on or off', {
    body: CleanupPolicy.extend({ key }),
    response: CleanupPolicy,
    status: 201,
  }),
  save: endpoint(
    'PUT /ui/api/v1/cleanup-policies/{key}',
    'Change a clean-up policy and switch it on or off, all or nothing',
    { params: Key, body: CleanupPolicy.extend({ key }), response: CleanupPolicy },
  ),
  simulate: endpoint(
    'POST /ui/api/v1/cleanup-policies/simulate',
    'What a clean-up policy would remove, without removing it',
    { body: CleanupPolicyInput.extend({ key }), response: RetentionResult },
  ),
  runs: endpoint(
    'GET /ui/api/v1/cleanup-policies/{key}/runs',
    'What the last runs of a clean-up policy removed, newest first',
    { params: Key, response: z.array(RetentionRun) },
  ),
  run: endpoint(
    'POST /ui/api/v1/cleanup-policies/{key}/run',
    'Run a clean-up policy now, in the background',
    {
      params: Key,
      response: z.object({ info: z.string() }),
      status: 202,
    },
  ),
}

const rest = { params: z.object({ rest: z.string() }), takesRest: true } as const

const nothingAt = (place: `/${string}`, summary: string) => ({
  read: endpoint(`GET ${place}/{rest}`, summary, rest),
  create: endpoint(`POST ${place}/{rest}`, summary, rest),
  update: endpoint(`PUT ${place}/{rest}`, summary, rest),
  remove: endpoint(`DELETE ${place}/{rest}`, summary, rest),
})

/** What Artifactory cleans up or archives and this server does not have: said in words. */
export const bundleCleanup = nothingAt(
  '/artifactory/api/cleanup/bundles',
  'Release bundles are not kept here',
)
export const packageArchive = nothingAt(
  '/artifactory/api/archive/v2/packages',
  'Packages are not archived here',
)
