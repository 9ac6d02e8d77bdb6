// Questions that ask for everything there is, or for more than that.
import { flat } from './world.ts'

export interface LargeQuestion {
  path: string
  /** Of a query. */
  body?: string
  headers?: Record<string, string>
  /** How many ask it at once. */
  times?: number
  readers?: ('fast' | 'slow' | 'stopped')[]
}

const aql = '/artifactory/api/search/aql'
const allReaders: LargeQuestion['readers'] = ['fast', 'slow', 'stopped']
const everyField =
  '.include("*","property.*","stat.*","archive.entry.*","artifact.*","dependency.*","artifact.module.*","artifact.module.build.*")'
const search = (rest: string, headers?: Record<string, string>): LargeQuestion => ({
  path: `/artifactory/api/search/${rest}`,
  ...(headers && { headers }),
})
const details = { 'x-result-detail': 'info, properties' }
const now = Date.now()
const pages = (name: string, path: string) =>
  Object.fromEntries(
    ['999999999999', '-1', '1e9', '0'].map((size) => [
      `${name} of ${size}`,
      { path: `${path}${path.includes('?') ? '&' : '?'}limit=${size}` },
    ]),
  )

export const largeQuestions: Record<string, LargeQuestion> = {
  'query, limit of a billion': { path: aql, body: 'items.find().limit(1000000000)', readers: allReaders },
  'query, no limit': { path: aql, body: 'items.find()' },
  'query, everything included, a tenth': {
    path: aql,
    body: `items.find({"type":"any"})${everyField}.limit(100000)`,
  },
  'query, everything included': {
    path: aql,
    body: `items.find({"type":"any"})${everyField}.limit(1000000000)`,
    readers: allReaders,
  },
  'query, sorted by what has an index': {
    path: aql,
    body: 'items.find({"repo":"bench-0"}).sort({"$desc":["created"]}).limit(1000000000)',
  },
  'query, sorted by what has none': {
    path: aql,
    body: 'items.find().sort({"$desc":["size","name"]}).limit(1000000000)',
    readers: allReaders,
  },
  'query, sorted, everything included': {
    path: aql,
    body: `items.find({"type":"any"})${everyField}.sort({"$asc":["path","name"]}).limit(1000000000)`,
  },
  'query, the end of a page far away': { path: aql, body: 'items.find().offset(999000).limit(1000000000)' },
  'query, properties': { path: aql, body: 'properties.find().include("*","item.*").limit(1000000000)' },
  'query, builds': {
    path: aql,
    body: 'builds.find().include("*","module.*","module.artifact.*","module.artifact.item.*")',
  },
  'query, artifacts of builds': {
    path: aql,
    body: 'artifacts.find().include("*","item.*","module.build.*")',
  },
  'query, eight at once': { path: aql, body: 'items.find().limit(1000000000)', times: 8 },
  'query, eight at once, stopped': {
    path: aql,
    body: 'items.find().limit(1000000000)',
    times: 8,
    readers: ['stopped'],
  },
  'search by name': search('artifact?name=*'),
  'search by name, with details': search('artifact?name=*', details),
  'search by name, with details, eight at once': { ...search('artifact?name=*', details), times: 8 },
  'search by pattern': search('pattern?pattern=bench-0:*/*'),
  'search by property': search('prop?build.name=*'),
  'search by any property, with details': search('prop?build.name=', details),
  'search by date': search(`dates?from=0&to=${now}&dateFields=created,lastModified,lastDownloaded`),
  'search by creation': search(`creation?from=0&to=${now}`, details),
  'search by use': search(`usage?notUsedSince=${now}`, details),
  'search by licence': search('license?notfound=1'),
  'search by coordinates': search('gavc?g=*'),
  'versions by coordinates': search('versions?g=*'),
  'deep list of a repository': {
    path: '/artifactory/api/storage/bench-0?list&deep=1&listFolders=1&mdTimestamps=1',
    readers: allReaders,
  },
  'folder of 10,000': { path: `/artifactory/api/storage/${flat.repository}/${flat.folder}`, times: 8 },
  'newest below a repository': { path: '/artifactory/api/storage/bench-0?lastModified' },
  'page of a folder of 10,000': { path: `/artifactory/${flat.repository}/${flat.folder}/`, times: 8 },
  ...pages(
    'children, page',
    `/ui/api/v1/artifacts/children?repository=${flat.repository}&path=${flat.folder}`,
  ),
  ...pages('found, page', '/ui/api/v1/artifacts/find?text=file'),
  ...pages('packages, page', '/ui/api/v1/packages'),
  ...pages('builds, page', '/ui/api/v1/builds'),
  ...pages('audit, page', '/ui/api/v1/audit'),
}
