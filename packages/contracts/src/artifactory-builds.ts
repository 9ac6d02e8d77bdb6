// Builds as build tools speak of them. The document of a build is theirs: it is taken and given back as it is.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const base = '/artifactory/api/build'

const Place = z.object({
  project: z.string().max(64).optional(),
  buildRepo: z.string().max(64).optional(),
})

/** `name/number`, each coded by itself; older clients send the slashes of a name as they are. */
const Address = z.object({ build: z.string().max(4096) })

const text = z.string().max(4096)
const flag = z.union([z.boolean(), z.stringbool()])

const Messages = z.object({
  messages: z.array(z.object({ level: z.enum(['info', 'warning', 'error']), message: z.string() })),
})
export type BuildMessages = z.infer<typeof Messages>

export const BuildPromotion = z.object({
  status: text.nullish(),
  comment: text.nullish(),
  ciUser: text.nullish(),
  timestamp: text.nullish(),
  sourceRepo: z.string().max(64).nullish(),
  targetRepo: z.string().max(64).nullish(),
  copy: flag.nullish().describe('Files are moved unless it is true'),
  artifacts: flag.nullish().describe('True where nothing is said'),
  dependencies: flag.nullish(),
  scopes: z.array(z.string().max(255)).max(100).nullish(),
  properties: z.record(z.string().max(255), z.array(z.string().max(2000)).max(100)).nullish(),
  failFast: flag.nullish().describe('True where nothing is said'),
  dryRun: flag.nullish(),
})
export type BuildPromotion = z.output<typeof BuildPromotion>

export const BuildDistribution = z.object({
  sourceRepos: z.array(z.string().max(64)).max(100).nullish().describe('Only files of these; of any without'),
  targetRepo: z
    .string('Name the repository that the files go to.')
    .min(1, 'Name the repository that the files go to.')
    .max(64),
  publish: flag.nullish().describe('False is refused: files in a repository are there for its readers'),
  overrideExistingFiles: flag.nullish(),
  gpgPassphrase: text.nullish().describe('Taken and not used: files are copied as they are'),
  async: flag.nullish(),
  dryRun: flag.nullish(),
})
export type BuildDistribution = z.output<typeof BuildDistribution>

export const BuildRetention = z.object({
  deleteBuildArtifacts: flag.nullish(),
  count: z.coerce.number().int().min(-1).nullish().describe('How many runs are kept; -1 for all'),
  minimumBuildDate: z
    .union([z.string().max(64), z.number().int()])
    .nullish()
    .describe('Runs that started before go; a date, or milliseconds'),
  buildNumbersNotToBeDiscarded: z.array(z.coerce.string().max(255)).max(10_000).nullish(),
})
export type BuildRetention = z.output<typeof BuildRetention>

const Pattern = z.string().min(1).max(1024).describe('`repository:path`, with * and ? in both')

const PatternArtifact = z.object({
  artifactoryUrl: z.string(),
  uri: z.string(),
  size: z.number().int(),
  lastModified: z.string(),
  sha1: z.string(),
})

export const artifactoryBuilds = {
  publish: endpoint(`PUT ${base}`, 'Publish a build; the body is its build-info', {
    query: Place.pick({ project: true }),
  }),
  list: endpoint(`GET ${base}`, 'List builds', {
    query: Place,
    response: z.object({
      uri: z.string(),
      builds: z.array(z.object({ uri: z.string(), lastStarted: z.string() })),
    }),
  }),
  get: endpoint(`GET ${base}/{build}`, 'The runs of a build; with a number, the build-info of one', {
    params: Address,
    query: Place.extend({ started: z.string().max(64).optional(), diff: z.string().max(255).optional() }),
    takesRest: true,
    response: z.unknown(),
  }),
  artifacts: endpoint(
    'GET /artifactory/api/builds/buildArtifacts/{name}/{number}/{buildRepo}',
    'Where the artifacts of a build are',
    {
      params: z.object({
        name: z.string().max(255),
        number: z.string().max(255),
        buildRepo: z.string().max(64),
      }),
      response: z.array(z.object({ repo: z.string(), path: z.string(), name: z.string() })),
    },
  ),
  archive: endpoint(
    'POST /artifactory/api/archive/buildArtifacts',
    'The artifacts of a build as one archive',
    {
      status: 200,
      body: z.object({
        buildName: z.string('Name the build.').min(1, 'Name the build.').max(255),
        buildNumber: z.string('Name the number of the run.').min(1, 'Name the number of the run.').max(255),
        archiveType: z.enum(['zip', 'tar', 'tar.gz', 'tgz'], { error: 'Name zip, tar, tar.gz or tgz.' }),
        project: z.string().max(64).nullish(),
        buildRepo: z.string().max(64).nullish(),
      }),
    },
  ),
  append: endpoint(`POST ${base}/append/{build}`, 'Add modules to a build; the body is a list of them', {
    params: Address,
    query: Place.extend({ started: z.string().max(64).optional() }),
    takesRest: true,
  }),
  promote: endpoint(
    `POST ${base}/promote/{build}`,
    'Move or copy the files of a build, and give it a status',
    {
      params: Address,
      query: Place.extend({ started: z.string().max(64).optional() }),
      body: BuildPromotion,
      response: Messages,
      takesRest: true,
    },
  ),
  distribute: endpoint(
    `POST ${base}/distribute/{build}`,
    'Copy the artifacts of a build to another repository, all or none',
    {
      params: Address,
      query: Place.extend({ started: z.string().max(64).optional() }),
      body: BuildDistribution,
      response: Messages,
      takesRest: true,
    },
  ),
  scan: endpoint(
    'POST /artifactory/api/xray/scanBuild',
    'Scan a build. There is no scanner: clients are told so, in the form that ends their retries',
    {
      body: z.object({
        buildName: z.string('Name the build.').min(1, 'Name the build.').max(255),
        buildNumber: z.string('Name the number of the run.').min(1, 'Name the number of the run.').max(255),
        project: z.string().max(64).nullish(),
        context: text.nullish(),
      }),
      response: z.object({
        errors: z.array(
          z.object({
            status: z
              .literal(-1)
              .describe('What clients take as final; at any other they try again for minutes'),
            message: z.string(),
          }),
        ),
      }),
    },
  ),
  rename: endpoint(`POST ${base}/rename/{build}`, 'Give a build another name', {
    params: Address,
    query: Place.extend({ to: z.string().min(1, 'Say the new name.').max(255) }),
    takesRest: true,
  }),
  remove: endpoint(`DELETE ${base}/{build}`, 'Delete runs of a build', {
    params: Address,
    query: Place.extend({
      buildNumbers: z.string().max(100_000).optional(),
      artifacts: z.string().max(8).optional(),
      deleteAll: z.string().max(8).optional(),
    }),
    takesRest: true,
  }),
  removeMany: endpoint(`POST ${base}/delete`, 'Delete runs of a build', {
    body: z.object({
      project: z.string().max(64).nullish(),
      buildRepo: z.string().max(64).nullish(),
      buildName: z.string('Name the build.').min(1, 'Name the build.').max(255),
      buildNumbers: z.array(z.coerce.string().max(255)).max(10_000).nullish(),
      deleteArtifacts: flag.nullish(),
      deleteAll: flag.nullish(),
    }),
  }),
  retain: endpoint(`POST ${base}/retention/{build}`, 'Delete old runs of a build', {
    params: Address,
    query: Place.extend({ async: z.string().max(8).optional() }),
    body: BuildRetention,
    takesRest: true,
  }),
  reindex: endpoint(`POST ${base}/reindex`, 'Make what is known of builds again from their files', {
    query: Place,
    response: z.object({ info: z.string() }),
    status: 202,
  }),
  patterns: endpoint(`POST ${base}/patternArtifacts`, 'The artifacts of builds that match patterns', {
    body: z
      .array(
        z.object({
          buildName: z.string().max(255),
          buildNumber: z.string().max(255),
          project: z.string().max(64).nullish(),
          patterns: z.array(z.union([Pattern, z.object({ pattern: Pattern })])).max(100),
        }),
      )
      .max(100),
    response: z.array(
      z.object({
        buildName: z.string(),
        buildNumber: z.string(),
        number: z.string().describe('The same, as other clients read it'),
        started: z.string(),
        url: z.string(),
        patternResults: z
          .array(z.object({ patternArtifacts: z.array(PatternArtifact) }))
          .describe('One for each pattern, in their order'),
      }),
    ),
  }),
}
