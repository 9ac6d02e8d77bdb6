// Searches for items as the clients of Artifactory send them: one language for everything, and addresses for what is asked
// most often. https://jfrog.com/help/r/jfrog-rest-apis/searches
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const base = '/artifactory/api/search'

const Keys = z.string().max(10_000).optional().describe('Repository keys with commas between; all without it')
const Text = z.string().max(2_000).optional()
const Moment = z
  .string()
  .max(40)
  .optional()
  .describe('A date such as 2026-01-31T10:20:30.123Z, or milliseconds since 1970')

/** With `X-Result-Detail: info, properties` each result has the members of the storage API as well. */
const Results = z.object({ results: z.array(z.looseObject({ uri: z.string() })) })

const Downloads = z.object({ results: z.array(z.object({ downloadUri: z.string() })) })

const BuildAsked = z.object({
  buildName: z.string({ error: 'Say which build.' }).max(1_000),
  buildNumber: z.string().max(1_000).optional().describe('The newest without it, and for LATEST'),
  buildStatus: z.string().max(1_000).optional(),
})

const gavc = { g: Text, a: Text, v: Text, c: Text, repos: Keys }

export const artifactSearch = {
  aql: endpoint(`POST ${base}/aql`, 'Search in the query language; the body is the query as text', {
    response: z.object({
      results: z.array(z.record(z.string(), z.unknown())),
      range: z.object({
        start_pos: z.number(),
        end_pos: z.number(),
        total: z.number(),
        limit: z.number().optional(),
      }),
    }),
  }),
  properties: endpoint(
    `GET ${base}/prop`,
    'Items with these properties: every other parameter is a key and its values',
    {
      query: z.looseObject({ repos: Keys }),
      response: Results,
    },
  ),
  name: endpoint(`GET ${base}/artifact`, 'Items by a part of their name, * and ? allowed', {
    query: z.object({ name: z.string({ error: 'Say which name.' }).min(1).max(500), repos: Keys }),
    response: Results,
  }),
  pattern: endpoint(`GET ${base}/pattern`, 'Files of one repository by a pattern of their path', {
    query: z.object({ pattern: z.string({ error: 'Say which pattern.' }).max(4_000) }),
    response: z.object({ repoUri: z.string(), sourcePattern: z.string(), files: z.array(z.string()) }),
  }),
  checksum: endpoint(`GET ${base}/checksum`, 'Files with these bytes', {
    query: z.object({ md5: Text, sha1: Text, sha256: Text, repos: Keys }),
    response: Results,
  }),
  gavc: endpoint(`GET ${base}/gavc`, 'Files by Maven coordinates', {
    query: z.object(gavc),
    response: Results,
  }),
  archive: endpoint(`GET ${base}/archive`, 'Archives that hold an entry of this name', {
    query: z.object({ name: z.string({ error: 'Say which name.' }).min(1).max(1_000), repos: Keys }),
    response: z.object({
      results: z.array(z.object({ entry: z.string(), archiveUris: z.array(z.string()) })),
    }),
  }),
  dates: endpoint(`GET ${base}/dates`, 'Files created, changed or downloaded in a span of time', {
    query: z.object({ from: Moment, to: Moment, dateFields: Text, repos: Keys }),
    response: Results,
  }),
  creation: endpoint(`GET ${base}/creation`, 'Files created in a span of time', {
    query: z.object({ from: Moment, to: Moment, repos: Keys }),
    response: Results,
  }),
  usage: endpoint(`GET ${base}/usage`, 'Files that nobody has downloaded for some time', {
    query: z.object({ notUsedSince: Moment, createdBefore: Moment, repos: Keys }),
    response: Results,
  }),
  latestVersion: endpoint(`GET ${base}/latestVersion`, 'The highest version of Maven coordinates, as text', {
    query: z.object({ g: Text, a: Text, v: Text, repos: Keys }),
  }),
  versions: endpoint(`GET ${base}/versions`, 'The versions of Maven coordinates, highest first', {
    query: z.object({ g: Text, a: Text, v: Text, repos: Keys }),
    response: z.object({ results: z.array(z.object({ version: z.string(), integration: z.boolean() })) }),
  }),
  license: endpoint(`GET ${base}/license`, 'Files by the licence that their properties name', {
    query: z.object({
      license: Text.describe('A name, * and ? allowed; any licence without it'),
      notfound: Text.describe('1: those without a licence instead'),
      repos: Keys,
    }),
    response: Results,
  }),
  dependency: endpoint(`GET ${base}/dependency`, 'Builds that depend on these bytes', {
    query: z.object({ sha1: z.string({ error: 'Say which sha1.' }).max(100) }),
    response: Results,
  }),
  buildArtifacts: endpoint(
    `POST ${base}/buildArtifacts`,
    'Where the artifacts of a build can be downloaded',
    {
      body: BuildAsked.extend({ repos: z.array(z.string().max(200)).max(1_000).optional() }),
      response: Downloads,
    },
  ),
  buildArtifactsByQuery: endpoint(`GET ${base}/buildArtifacts`, 'The same, asked by parameters', {
    query: BuildAsked.extend({ repos: Keys }),
    response: Downloads,
  }),
  leadFile: endpoint(
    `POST /artifactory/api/packagesSearch/leadFile`,
    'The path of the file that is a version of a package',
    {
      body: z.object({
        package_type: z.string().max(100),
        package_repo_name: z.string().max(200),
        package_name: z.string().max(1_000),
        package_version: z.string().max(1_000),
      }),
    },
  ),
}
