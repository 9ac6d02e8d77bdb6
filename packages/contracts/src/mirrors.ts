// Replications and members of federations, as the page of a repository edits them.
import { z } from 'zod'
import { MirrorStatus } from './artifactory-replications.ts'
import { endpoint } from './endpoint.ts'
import { UpstreamReport } from './repositories.ts'

const Settings = z.object({
  url: z
    .string()
    .max(2048)
    .default('')
    .describe('The repository on the other side; empty for a remote one, which has its upstream'),
  username: z.string().max(256).default(''),
  cronExp: z.string().max(200).default(''),
  enableEventReplication: z.boolean().default(false),
  enabled: z.boolean().default(false),
  syncDeletes: z.boolean().default(false),
  syncProperties: z.boolean().default(false),
  includePathPrefixPattern: z.string().max(2000).default(''),
  excludePathPrefixPattern: z.string().max(2000).default(''),
  proxyRef: z.string().max(64).default(''),
  disableProxy: z.boolean().default(false),
})

const Secret = z.string().max(8192).optional()

export const ReplicationView = Settings.extend({ password: z.literal(''), hasPassword: z.boolean() })
export type ReplicationView = z.infer<typeof ReplicationView>

export const GivenReplication = Settings.extend({
  password: Secret.describe('Left out, the stored one stays for this address; empty, it goes'),
  before: z.string().max(2048).optional().describe('The address of the one whose place it takes'),
})
export type GivenReplication = z.infer<typeof GivenReplication>

export const MirrorTest = Settings.pick({ username: true, proxyRef: true, disableProxy: true }).extend({
  url: z.string().max(2048),
  password: Secret.describe('Left out, the stored one is used for this address'),
  accessToken: Secret.describe('Of a member of a federation, instead of a password'),
})
export type MirrorTest = z.infer<typeof MirrorTest>

const KeyParam = z.object({ key: z.string().max(64) })
const base = '/ui/api/v1/repositories/{key}'

export const mirrors = {
  list: endpoint(`GET ${base}/mirrors`, 'How the mirrors of a repository do', {
    params: KeyParam,
    response: z.array(MirrorStatus),
  }),
  run: endpoint(`POST ${base}/mirrors/run`, 'Compare everything with the mirrors now', { params: KeyParam }),
  test: endpoint(`POST ${base}/mirrors/test`, 'Try to reach a mirror', {
    params: KeyParam,
    body: MirrorTest,
    response: UpstreamReport,
  }),
  federate: endpoint(`POST ${base}/federate`, 'Make a local repository a federated one', {
    params: KeyParam,
  }),
  replications: endpoint(`GET ${base}/replications`, 'The replications of a repository', {
    params: KeyParam,
    response: z.array(ReplicationView),
  }),
  save: endpoint(`PUT ${base}/replications`, 'Add a replication, or change the one of its address', {
    params: KeyParam,
    body: GivenReplication,
  }),
  remove: endpoint(`DELETE ${base}/replications`, 'Remove a replication', {
    params: KeyParam,
    query: z.object({ url: z.string().max(2048).default('') }),
  }),
}
