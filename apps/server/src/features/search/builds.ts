// Searches that lead from builds to files and back.
import type { Query } from '../../registry/aql/query.ts'
import { itemsWhere, pair, type Criterion } from '../../registry/aql/query.ts'
import { search } from '../../registry/aql/run.ts'
import type { Asking } from './collect.ts'

interface BuildResult {
  'build.name': string
  'build.number': string
}

const builds = (limit: number, ...where: Criterion[]): Query => ({
  ...itemsWhere(...where),
  domain: { text: 'builds', at: 0 },
  include: ['name', 'number'].map((text) => ({ text, at: 0 })),
  sort: { isDescending: true, fields: [{ text: 'started', at: 0 }] },
  limit,
})

async function findBuilds({ registry, actor }: Asking, query: Query): Promise<BuildResult[]> {
  const found: BuildResult[] = []
  // The include names exactly these members.
  for await (const rows of search(registry, actor, query)) found.push(...(rows as unknown as BuildResult[]))
  return found
}

export async function buildsThatUse(asking: Asking, sha1: string): Promise<{ uri: string }[]> {
  const found = await findBuilds(asking, builds(10_000, pair('module.dependency.sha1', sha1.toLowerCase())))
  const uris = found.map((build) => {
    const [name, number] = [build['build.name'], build['build.number']].map(encodeURIComponent)
    return `${asking.origin}/artifactory/api/build/${name}/${number}`
  })
  return [...new Set(uris)].map((uri) => ({ uri }))
}

export interface AskedBuild {
  buildName: string
  buildNumber?: string | undefined
  buildStatus?: string | undefined
}

/** Undefined when there is no such build. */
export async function artifactsOf(asking: Asking, asked: AskedBuild): Promise<Criterion[] | undefined> {
  const { buildName, buildStatus } = asked
  const status = buildStatus === undefined ? [] : [pair('promotion.status', buildStatus)]
  const number = isLatest(asked)
    ? (await findBuilds(asking, builds(1, pair('name', buildName), ...status)))[0]?.['build.number']
    : asked.buildNumber
  if (number === undefined) return undefined
  const build = 'artifact.module.build'
  return [
    pair(`${build}.name`, buildName),
    pair(`${build}.number`, number),
    ...(buildStatus === undefined ? [] : [pair(`${build}.promotion.status`, buildStatus)]),
  ]
}

const isLatest = ({ buildNumber }: AskedBuild) => buildNumber === undefined || buildNumber === 'LATEST'
