// Repositories: the things with a key and a package type that hold packages.
import { z } from 'zod'
import { RepositoryConfiguration } from './artifactory-repositories.ts'
import { endpoint } from './endpoint.ts'
import { Abilities } from './page.ts'
import { HitShare } from './upstreams.ts'

export const RepositoryKind = z.enum(['local', 'remote', 'virtual', 'federated'])
export type RepositoryKind = z.infer<typeof RepositoryKind>

export const repositoryKeyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

export const RepositoryKey = z
  .string()
  .regex(repositoryKeyPattern, 'Name can only contain alphanumeric characters, dashes and periods')

export const Repository = z.object({
  key: z.string(),
  kind: RepositoryKind,
  format: z.string(),
  description: z.string(),
  url: z.string().describe('What a client of the format is pointed at'),
  createdAt: z.string(),
  can: Abilities,
})
export type Repository = z.infer<typeof Repository>

export const NewRepository = z.object({
  key: RepositoryKey,
  kind: RepositoryKind,
  format: z.string().max(64),
  description: z.string().max(1000).default(''),
  config: RepositoryConfiguration.default({}),
})

export const ManagedRepository = z.object({
  key: z.string(),
  kind: RepositoryKind,
  format: z.string(),
  description: z.string(),
  projectKey: z.string(),
  environments: z.array(z.string()),
  url: z.string().describe('What a client of the format is pointed at'),
  upstream: z.string().describe('The server behind a remote one; empty for others'),
  members: z.array(z.string()).describe('Of a virtual one, in their order'),
  files: z.number().int().nullable().describe('Null until it was counted'),
  bytes: z.number().int().nullable(),
  countedAt: z.string().nullable().describe('When files and bytes were counted; null when that is unknown'),
  isScanned: z.boolean(),
  problems: z.array(z.enum(['offline', 'closed', 'empty', 'upstream'])),
  upstreamHealth: z
    .object({
      answeredAt: z.string().nullable(),
      failedAt: z.string().nullable(),
      failure: z.string(),
      hitShare: HitShare,
    })
    .nullable()
    .describe('What this process saw of the upstream; null for what has none'),
})
export type ManagedRepository = z.infer<typeof ManagedRepository>

export const RepositoryDetails = ManagedRepository.extend({
  configuration: RepositoryConfiguration,
  hasPassword: z.boolean(),
  createdAt: z.string(),
  usedBy: z.array(z.string()).describe('Virtual repositories that hold it'),
  permissions: z.number().int().describe('Permissions that name it'),
  lastChange: z
    .object({
      by: z.string(),
      at: z.string(),
      settings: z.array(z.string()).describe('What was changed; empty when it was created'),
    })
    .nullable(),
})
export type RepositoryDetails = z.infer<typeof RepositoryDetails>

export const RepositoryType = z.object({
  id: z.string(),
  label: z.string(),
  icon: z.string().describe('SVG path data, on a 24 by 24 grid; empty when it has none'),
  kinds: z.array(RepositoryKind),
  isSpoken: z
    .boolean()
    .describe('Whether its own clients can talk to it; else it keeps plain files until they can'),
  hasPackages: z
    .boolean()
    .describe('Whether packages are looked up by their names; else files by their paths'),
  clientPath: z.string().describe('Where clients find a repository; `{key}` stands for its key'),
  upstream: z.string().describe('The address that most people proxy; empty when none is known'),
  defaults: z.partialRecord(RepositoryKind, RepositoryConfiguration),
})
export type RepositoryType = z.infer<typeof RepositoryType>

export const UpstreamTest = z.object({
  url: z.string().max(2048),
  key: z.string().max(64).default('').describe('Whose stored password is used when none is given'),
  projectKey: z.string().max(64).default(''),
  username: z.string().max(256).default(''),
  password: z.string().max(1024).optional(),
  proxy: z.string().max(64).default(''),
  disableProxy: z.boolean().default(false),
  clientTlsCertificate: z.string().max(128).default(''),
  caCertificate: z.string().max(16_384).default(''),
})
export type UpstreamTest = z.infer<typeof UpstreamTest>

export const UpstreamReport = z.object({
  outcome: z.enum(['passed', 'warning', 'failed']),
  status: z.number().int().nullable().describe('What it answered, when it answered'),
  milliseconds: z.number().int(),
  sentence: z.string().describe('What was found and what to do'),
})
export type UpstreamReport = z.infer<typeof UpstreamReport>

export const MemberAnswer = z.object({
  key: z.string(),
  kind: RepositoryKind,
  outcome: z.enum(['answers', 'missing', 'failed', 'skipped']),
  sentence: z.string().describe('What it has, or why it has no say'),
})
export type MemberAnswer = z.infer<typeof MemberAnswer>

export const Resolution = z.object({
  sentence: z.string().describe('What clients get'),
  members: z
    .array(MemberAnswer)
    .describe('In the order in which they are asked; those of virtual members in their place'),
})
export type Resolution = z.infer<typeof Resolution>

export const FormatInfo = z.object({
  id: z.string(),
  label: z.string(),
  icon: z.string().describe('SVG path data, on a 24 by 24 grid'),
  hasDependencies: z.boolean().describe('Its packages tell what they depend on'),
  tarballs: z
    .object({
      manifest: z.string().describe('Below the first folder inside: JSON with `name` and `version`'),
      path: z.string().describe('With `{name}`, `{bareName}` (without its scope) and `{version}`'),
    })
    .nullable()
    .describe('How packages of this format are known when they are deployed as files, and where they belong'),
})
export type FormatInfo = z.infer<typeof FormatInfo>

const KeyParam = z.object({ key: z.string().max(64) })
const base = '/ui/api/v1/repositories'

export const repositories = {
  list: endpoint(`GET ${base}`, 'List the repositories one may read', { response: z.array(Repository) }),
  create: endpoint(`POST ${base}`, 'Create a repository', { body: NewRepository, response: Repository }),
  remove: endpoint(`DELETE ${base}/{key}`, 'Delete a repository and all it holds', { params: KeyParam }),
  managed: endpoint('GET /ui/api/v1/managed-repositories', 'List the repositories one manages', {
    response: z.array(ManagedRepository),
  }),
  types: endpoint(
    'GET /ui/api/v1/repository-types',
    'List the package types and their kinds of repositories',
    {
      response: z.array(RepositoryType),
    },
  ),
  read: endpoint(`GET ${base}/{key}`, 'A repository with its whole configuration', {
    params: KeyParam,
    response: RepositoryDetails,
  }),
  change: endpoint(`PUT ${base}/{key}`, 'Change what is given of a configuration', {
    params: KeyParam,
    body: RepositoryConfiguration,
  }),
  zapCaches: endpoint(`POST ${base}/{key}/zap-caches`, 'Take what a remote repository keeps for old', {
    params: KeyParam,
  }),
  test: endpoint('POST /ui/api/v1/repository-upstream/test', 'Try to reach an upstream', {
    body: UpstreamTest,
    response: UpstreamReport,
  }),
  resolve: endpoint(
    `POST ${base}/{key}/resolution`,
    'Which members of a virtual repository answer, and why',
    {
      params: KeyParam,
      body: z.object({
        name: z
          .string()
          .trim()
          .min(1)
          .max(2048)
          .describe('Of a package; where there are none, the path of a file'),
      }),
      response: Resolution,
    },
  ),
}
