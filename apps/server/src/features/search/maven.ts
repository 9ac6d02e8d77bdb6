// Searches by Maven coordinates, which are parts of a path: group folders, artifact, version, then `artifact-version`.
import { notFound } from '../../platform/errors.ts'
import { pair, type Criterion } from '../../registry/aql/query.ts'
import { findItems, type Asking } from './collect.ts'

interface Coordinates {
  g?: string | undefined
  a?: string | undefined
  v?: string | undefined
  c?: string | undefined
}

export function byCoordinates({ g = '*', a = '*', v = '*', c }: Coordinates): Criterion[] {
  // The names of snapshots have a time in the place of the word.
  const version = v.endsWith('-SNAPSHOT') ? `${v.slice(0, -'SNAPSHOT'.length)}*` : v
  const name = c === undefined ? `${a}-${version}*` : `${a}-${version}-${c}.*`
  return [
    pair('path', `${g.replaceAll('.', '/')}/${a}/${v}`, '$match'),
    pair('name', name.replaceAll(/\*+/g, '*'), '$match'),
  ]
}

interface Version {
  version: string
  integration: boolean
}

/** Highest first. */
export async function findVersions(
  asking: Asking,
  repos: string | undefined,
  coordinates: Coordinates,
): Promise<Version[]> {
  const versions = new Set<string>()
  for await (const items of findItems(asking, repos, ...byCoordinates(coordinates)))
    for (const { path } of items) versions.add(path.slice(path.lastIndexOf('/') + 1))
  return [...versions]
    .toSorted((one, other) => compareMaven(other, one))
    .map((version) => ({ version, integration: version.endsWith('-SNAPSHOT') }))
}

/** A release unless the version that is asked for is none. */
export async function latestVersion(
  asking: Asking,
  repos: string | undefined,
  coordinates: Coordinates,
): Promise<string> {
  const versions = await findVersions(asking, repos, coordinates)
  const wantsSnapshot = coordinates.v?.endsWith('-SNAPSHOT') ?? false
  const latest = versions.find(({ integration }) => wantsSnapshot || !integration)
  if (!latest) throw notFound('version of', `${coordinates.g ?? '*'}:${coordinates.a ?? '*'}`)
  return latest.version
}

/** Numbers as numbers; what has a qualifier comes before the release of the same numbers. */
function compareMaven(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => /^([\d.]*)(.*)$/.exec(version) ?? [])
  const numbers = (a?.[1] ?? '').localeCompare(b?.[1] ?? '', 'en', { numeric: true })
  if (numbers !== 0) return numbers
  const [first = '', second = ''] = [a?.[2], b?.[2]]
  if (first === '' || second === '') return Number(first === '') - Number(second === '')
  return first.localeCompare(second, 'en', { numeric: true })
}
