// Replications and federations of repositories, as the clients of Artifactory configure them.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const base = '/artifactory/api/replications'
const federation = '/artifactory/api/federation'
const RepoParam = z.object({ repo: z.string().max(200) })

export const ReplicationRequest = z
  .record(z.string().max(128), z.unknown())
  .describe(
    'url, username, password, cronExp, enableEventReplication, enabled, syncDeletes, syncProperties …',
  )

const Many = z.object({
  cronExp: z.unknown().optional(),
  enableEventReplication: z.unknown().optional(),
  replications: z.array(ReplicationRequest).min(1, 'Name at least one replication').max(100),
})

const Replication = z
  .record(z.string(), z.unknown())
  .describe('As it was given; the password comes back empty')

export const MirrorVerdict = z.enum(['never_run', 'ok', 'inconsistent', 'error'])

export const MirrorStatus = z.object({
  url: z.string().describe('Empty for the upstream of a remote repository'),
  status: MirrorVerdict,
  reason: z.string().nullable().describe('Why it is not ok'),
  isRunning: z.boolean(),
  lastCompleted: z.string().nullable(),
  nextRun: z.string().nullable(),
  progress: z.object({
    looked: z.number(),
    sent: z.number(),
    bytes: z.number(),
    removed: z.number(),
    refused: z.number(),
  }),
  waiting: z.number().describe('Paths that wait to be compared'),
  waitingSince: z.string().nullable(),
  hasSecret: z.boolean().describe('A token is kept for this member of a federation'),
})
export type MirrorStatus = z.infer<typeof MirrorStatus>

const Lag = z.object({
  localRepoKey: z.string(),
  remoteUrl: z.string(),
  remoteRepoKey: z.string(),
  status: z.string().describe('NEVER_RUN, OK, INCONSISTENT or ERROR'),
  reason: z.string().nullable(),
  waitingEvents: z.number(),
  lagInMS: z.number().describe('Since when the oldest of them waits'),
  lastCompleted: z.string().nullable(),
})

export const artifactoryReplications = {
  readMany: endpoint(
    `GET ${base}/multiple/{repo}`,
    'The replications of a repository, with what they share',
    {
      params: RepoParam,
      response: z.record(z.string(), z.unknown()),
    },
  ),
  putMany: endpoint(`PUT ${base}/multiple/{repo}`, 'Set the replications of a repository', {
    params: RepoParam,
    body: Many,
  }),
  postMany: endpoint(`POST ${base}/multiple/{repo}`, 'Change replications of a repository', {
    params: RepoParam,
    body: Many,
  }),
  removeMany: endpoint(`DELETE ${base}/multiple/{repo}`, 'Remove replications of a repository', {
    params: RepoParam,
    query: z.object({ url: z.string().max(2048).optional() }),
  }),
  read: endpoint(`GET ${base}/{repo}`, 'The replications of a repository', {
    params: RepoParam,
    response: z.array(Replication),
  }),
  put: endpoint(`PUT ${base}/{repo}`, 'Set a replication of a repository', {
    params: RepoParam,
    body: ReplicationRequest,
  }),
  post: endpoint(`POST ${base}/{repo}`, 'Change a replication of a repository', {
    params: RepoParam,
    body: ReplicationRequest,
  }),
  remove: endpoint(`DELETE ${base}/{repo}`, 'Remove replications of a repository', {
    params: RepoParam,
    query: z.object({ url: z.string().max(2048).optional() }),
  }),
  execute: endpoint('POST /artifactory/api/replication/execute/{repo}', 'Run the replications now', {
    params: RepoParam,
  }),
  status: endpoint('GET /artifactory/api/replication/{repo}', 'How the last run went', {
    params: RepoParam,
    response: z.object({
      status: MirrorVerdict,
      lastCompleted: z.string().nullable(),
      targets: z.array(MirrorStatus),
    }),
  }),
  migrate: endpoint(`POST ${federation}/migrate/{repo}`, 'Make a local repository a federated one', {
    params: RepoParam,
  }),
  fullSync: endpoint(`POST ${federation}/fullSync/{repo}`, 'Bring the mirrors up to date', {
    params: RepoParam,
    query: z.object({ mirror: z.string().max(2048).optional() }),
  }),
  configSync: endpoint(
    `POST ${federation}/configSync/{repo}`,
    'Bring the configuration of the mirrors up to date',
    {
      params: RepoParam,
    },
  ),
  federationStatus: endpoint(
    `GET ${federation}/status/repo/{repo}`,
    'The mirrors of a federated repository',
    {
      params: RepoParam,
      response: z.object({
        localKey: z.string(),
        binariesTasksInfo: z.object({ inProgressTasks: z.number(), failingTasks: z.number() }),
        mirrorEventsStatusInfo: z.array(Lag),
      }),
    },
  ),
  mirrorsLag: endpoint(`GET ${federation}/status/mirrorsLag`, 'Mirrors that are behind', {
    response: z.array(Lag),
  }),
}
