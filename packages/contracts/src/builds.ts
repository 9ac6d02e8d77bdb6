// Builds as the web application shows them. What build tools speak is in artifactory-builds.ts.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Abilities, PageQuery, pageOf } from './page.ts'

const base = '/ui/api/v1/builds'

export const BuildRun = z.object({
  number: z.string(),
  started: z.string(),
  durationMs: z.number().int().describe('0 when the build does not say'),
  agent: z.string(),
  principal: z.string(),
  status: z.string().describe('Given by the last promotion; empty when there was none'),
  artifacts: z.number().int(),
  dependencies: z.number().int(),
  revision: z.string(),
  branch: z.string(),
})
export type BuildRun = z.infer<typeof BuildRun>

export const BuildSummary = z.object({
  name: z.string(),
  repository: z.string().describe('The build-info repository that it is kept in'),
  project: z.string().describe('Empty when it belongs to none'),
  runs: z.number().int(),
  latest: BuildRun,
})
export type BuildSummary = z.infer<typeof BuildSummary>

const Source = z.object({
  url: z.string(),
  revision: z.string(),
  branch: z.string(),
  message: z.string(),
})

const Issue = z.object({
  key: z.string(),
  url: z.string(),
  summary: z.string(),
  isAggregated: z.boolean(),
})

export const BuildStatus = z.object({
  status: z.string(),
  comment: z.string(),
  repository: z.string(),
  at: z.string(),
  by: z.string(),
  ciUser: z.string(),
})
export type BuildStatus = z.infer<typeof BuildStatus>

export const BuildModule = z.object({
  id: z.string(),
  type: z.string(),
  artifacts: z.number().int(),
  dependencies: z.number().int(),
})
export type BuildModule = z.infer<typeof BuildModule>

export const BuildDetails = BuildRun.extend({
  name: z.string(),
  repository: z.string(),
  project: z.string(),
  url: z.string().describe('Of the CI server'),
  file: z.string().describe('Where in the repository its document is'),
  tool: z.string(),
  parent: z.object({ name: z.string(), number: z.string() }).nullable(),
  sources: z.array(Source),
  tracker: z.string(),
  issues: z.array(Issue),
  statuses: z.array(BuildStatus),
  modules: z.array(BuildModule),
  properties: z.number().int(),
  otherRuns: z.array(z.string()).describe('When others of the same number started'),
  can: Abilities,
})
export type BuildDetails = z.infer<typeof BuildDetails>

const Location = z.object({ repository: z.string(), path: z.string(), size: z.number().int() })

const File = z.object({
  module: z.string(),
  name: z.string(),
  type: z.string(),
  sha1: z.string(),
  sha256: z.string(),
  location: Location.nullable().describe(
    'Where the file is now; null when there is none, or none you may read',
  ),
})

export const BuildArtifact = File
export type BuildArtifact = z.infer<typeof BuildArtifact>
export const BuildDependency = File.extend({ scopes: z.array(z.string()) })
export type BuildDependency = z.infer<typeof BuildDependency>

const side = z.string().describe('The name, or value, on this side; empty when it is not there')

export const BuildChange = z.object({
  kind: z.enum(['new', 'removed', 'changed']),
  group: z.string().describe('The module of an artifact; empty otherwise'),
  key: z.string(),
  before: side,
  after: side,
})
export type BuildChange = z.infer<typeof BuildChange>

const Changes = z.object({ items: z.array(BuildChange), same: z.number().int() })

export const BuildComparison = z.object({
  number: z.string().describe('Of the run that it was compared with'),
  started: z.string(),
  artifacts: Changes,
  dependencies: Changes,
  properties: Changes,
})
export type BuildComparison = z.infer<typeof BuildComparison>

const Place = z.object({
  repository: z.string().max(64).optional().describe('artifactory-build-info where nothing is said'),
})
const RunPlace = Place.extend({ started: z.string().max(64).optional() })
const NameParam = z.object({ name: z.string().min(1).max(255) })
const RunParam = NameParam.extend({ number: z.string().min(1).max(255) })
const FileQuery = RunPlace.extend({
  ...PageQuery.shape,
  module: z.string().max(1000).optional(),
  search: z.string().max(255).optional(),
})

export const builds = {
  list: endpoint(`GET ${base}`, 'List builds, the last run first', {
    query: PageQuery.extend({
      search: z.string().max(255).optional(),
      project: z.string().max(64).optional(),
    }),
    response: pageOf(BuildSummary),
  }),
  runs: endpoint(`GET ${base}/{name}`, 'The runs of a build, newest first', {
    params: NameParam,
    query: Place.extend({ ...PageQuery.shape, search: z.string().max(255).optional() }),
    response: pageOf(BuildRun),
  }),
  get: endpoint(`GET ${base}/{name}/{number}`, 'One run of a build', {
    params: RunParam,
    query: RunPlace,
    response: BuildDetails,
  }),
  artifacts: endpoint(`GET ${base}/{name}/{number}/artifacts`, 'What a run made', {
    params: RunParam,
    query: FileQuery,
    response: pageOf(BuildArtifact),
  }),
  dependencies: endpoint(`GET ${base}/{name}/{number}/dependencies`, 'What a run used', {
    params: RunParam,
    query: FileQuery,
    response: pageOf(BuildDependency),
  }),
  properties: endpoint(
    `GET ${base}/{name}/{number}/properties`,
    'The environment and other properties of a run',
    {
      params: RunParam,
      query: RunPlace,
      response: z.array(z.object({ key: z.string(), value: z.string() })),
    },
  ),
  document: endpoint(`GET ${base}/{name}/{number}/document`, 'What a run was published with', {
    params: RunParam,
    query: RunPlace,
    response: z.record(z.string(), z.unknown()),
  }),
  compare: endpoint(`GET ${base}/{name}/{number}/compare`, 'What changed since another run', {
    params: RunParam,
    query: RunPlace.extend({
      with: z.string().max(255).optional().describe('A number; the run before when nothing is said'),
    }),
    response: BuildComparison.nullable().describe('Null when there is no run before'),
  }),
  ofFile: endpoint('GET /ui/artifactbuilds', 'The builds that made or used a file', {
    query: z.object({ repoKey: z.string().max(64), path: z.string().max(2048) }),
    response: z.array(
      z.object({
        name: z.string(),
        number: z.string(),
        started: z.string(),
        repository: z.string(),
        module: z.string(),
        relation: z.enum(['produced', 'used']),
        agent: z.string(),
        revision: z.string(),
      }),
    ),
  }),
}
