// What clients of Artifactory ask of the system itself. Version and licences are in system.ts and licenses.ts.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const base = '/artifactory/api/system'

const RepositoryPaths = z.object({
  repoKey: z.string().min(1).max(64),
  paths: z.array(z.record(z.string(), z.unknown())).max(10_000),
})

const ScannerIntegration = z.object({
  enabled: z.boolean().describe('Whether files are scanned'),
  repositories: z.array(z.string()).describe('Those that are marked with xrayIndex'),
})

const SystemExport = z.object({
  exportPath: z.string().min(1).max(1024),
  createArchive: z.boolean().optional().describe('One file, named *.tar.gz, instead of a folder'),
  excludeContent: z.boolean().optional().describe('Refused when true: an export is of everything'),
  m2: z.boolean().optional().describe('Refused when true: an export has one form'),
})
export type SystemExport = z.infer<typeof SystemExport>

export const artifactorySystem = {
  serviceId: endpoint(`GET ${base}/service_id`, 'The name of this service among others, as text', {}),
  usage: endpoint(`POST ${base}/usage`, 'Clients tell what they were used for; nothing is kept of it', {
    body: z.object({
      productId: z.string().max(255).nullish(),
      features: z
        .array(z.object({ featureId: z.string().max(255) }))
        .max(1000)
        .nullish(),
    }),
    status: 200,
  }),
  info: endpoint(`GET ${base}`, 'What runs here, as text', {}),
  infoByVersion: endpoint('GET /artifactory/api/v1/system/info', 'What runs here, as text', {}),
  scannerIntegration: endpoint(
    'GET /artifactory/api/xrayRepo/getIntegrationConfig',
    'How the scanner and the repositories are connected',
    { response: ScannerIntegration },
  ),
  saveScannerIntegration: endpoint(
    'POST /artifactory/api/xrayRepo/updateXrayBasicSettings',
    'Taken, without an effect: answers how it is',
    { body: z.record(z.string().max(128), z.unknown()), response: ScannerIntegration, status: 200 },
  ),
  configuration: endpoint(`GET ${base}/configuration`, 'The configuration as XML, without secrets', {}),
  replaceConfiguration: endpoint(
    `POST ${base}/configuration`,
    'Set what a configuration in XML names; what it does not name stays. Answers with what has no effect here',
    {},
  ),
  patchConfiguration: endpoint(
    `PATCH ${base}/configuration`,
    'Merge a part of the configuration, in YAML; null takes an element away. Answers with what has no effect here',
    {},
  ),
  exportSystem: endpoint(
    'POST /artifactory/api/export/system',
    'Export the whole installation to a folder below exportFolder, in the background',
    {
      body: SystemExport,
      response: z.object({ info: z.string(), jobId: z.string() }),
    },
  ),
  importSystem: endpoint(
    'POST /artifactory/api/import/system',
    'Always refused, with the command that makes an installation of an export',
    { body: z.object({ importPath: z.string().min(1).max(1024) }) },
  ),
  status: endpoint(`GET ${base}/status`, 'Whether the process that answers takes work', {
    response: z.object({ nodes: z.array(z.object({ id: z.string(), state: z.string() })) }),
  }),
  encrypt: endpoint(`POST ${base}/encrypt`, 'Seal the secrets of the configuration', {}),
  decrypt: endpoint(`POST ${base}/decrypt`, 'Always refused: secrets are kept sealed', {}),
  filterPaths: endpoint(
    'POST /artifactory/api/localgenerated/filter/paths',
    'Of some paths those that a copy of the repository must take along, because nothing makes them again',
    {
      body: RepositoryPaths,
      response: RepositoryPaths,
    },
  ),
}
