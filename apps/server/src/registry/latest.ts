// `[RELEASE]` and `[INTEGRATION]` in a path: the newest version, by its layout. They stand for a folder of versions, as in
// Maven's `org/module/[RELEASE]/module-[RELEASE].jar`, or in the name of a file, as in `pkg/-/pkg-[RELEASE].tgz`.
// Not known: layouts that split a version over several folders, and tokens beside these two.
import type { Actor } from '../access/actor.ts'
import { can } from '../access/rules/permissions.ts'
import type { Db } from '../platform/db/connect.ts'
import { findFile, type FileNode } from './file-nodes.ts'
import { listChildren } from './nodes.ts'
import { readProperties, type Properties } from './properties.ts'
import { formatOf, type Registry } from './registry.ts'
import type { Repository } from './repositories.ts'

const token = /\[(RELEASE|INTEGRATION)\]/g

export const asksForLatest = (path: string): boolean => path.search(token) >= 0

/** So many versions are looked at. */
const mostVersions = 10_000

export interface Latest {
  file: FileNode
  version: string
}

/** The newest file that the path can mean, that the actor may read and that has the properties. */
export async function findLatest(
  registry: Registry,
  actor: Actor,
  repository: Repository,
  path: string,
  properties: Properties,
): Promise<Latest | undefined> {
  for (const version of await newestFirst(registry, repository, path)) {
    const file = await findVersion(registry, repository, path, version)
    if (!file || !can(actor, 'read', repository, file.path)) continue
    if (await hasProperties(registry.database.db, file.id, properties)) return { file, version }
  }
  return undefined
}

/** The path with the newest version in the place of its tokens, whether there is such a file or not. */
export async function pathOfLatest(
  registry: Registry,
  repository: Repository,
  path: string,
): Promise<string | undefined> {
  const [newest] = await newestFirst(registry, repository, path)
  return newest && path.replaceAll(token, () => newest)
}

async function newestFirst(registry: Registry, repository: Repository, path: string): Promise<string[]> {
  const isRelease = path.includes('[RELEASE]')
  const segments = path.split('/')
  const first = segments.findIndex((segment) => asksForLatest(segment))
  const folder = segments.slice(0, first).join('/')
  const pattern = patternOf(segments[first] ?? '')
  const children = await listChildren(registry.database.db, [repository.id], folder, { limit: mostVersions })
  const versions = children.flatMap(({ name }) => pattern.exec(name)?.[1] ?? [])
  const { compareVersions } = formatOf(registry, repository)
  return [...new Set(versions)]
    .filter((version) => !isRelease || !isIntegration(version))
    .toSorted((a, b) => compareVersions(b, a))
}

/** What is not meant to last: snapshots, and versions before a release. */
const isIntegration = (version: string) =>
  /-SNAPSHOT$|-\d{8}\.\d{6}-\d+$|-(alpha|beta|rc|m|dev|pre)\b/i.test(version)

const patternOf = (segment: string) =>
  new RegExp(
    `^${segment
      .split(token)
      .filter((part) => !/^(RELEASE|INTEGRATION)$/.test(part))
      .map(RegExp.escape)
      .join('(.+)')}$`,
  )

async function findVersion(
  registry: Registry,
  repository: Repository,
  path: string,
  version: string,
): Promise<FileNode | undefined> {
  const exact = await findFile(
    registry,
    repository,
    path.replaceAll(token, () => version),
  )
  if (exact || !version.endsWith('-SNAPSHOT')) return exact
  return findSnapshot(registry, repository, path, version)
}

/** The newest build of a snapshot that is asked for by its plain name, as `lib/1.0-SNAPSHOT/lib-1.0-SNAPSHOT.jar`. */
export async function findBuild(
  registry: Registry,
  repository: Repository,
  path: string,
): Promise<FileNode | undefined> {
  const [, version = '', name = ''] = /(?:^|\/)([^/]+-SNAPSHOT)\/([^/]+)$/.exec(path) ?? []
  if (version === '' || !name.includes(version)) return undefined
  const folder = path.slice(0, -name.length)
  return findSnapshot(registry, repository, folder + name.replace(version, '[INTEGRATION]'), version)
}

/** Maven gives each file of a snapshot the time and number of its build. */
async function findSnapshot(
  registry: Registry,
  repository: Repository,
  path: string,
  version: string,
): Promise<FileNode | undefined> {
  const slash = path.lastIndexOf('/')
  const folder = path.slice(0, slash).replaceAll(token, () => version)
  const pattern = patternOf(path.slice(slash + 1))
  const base = version.slice(0, -'SNAPSHOT'.length)
  const children = await listChildren(registry.database.db, [repository.id], folder, { limit: mostVersions })
  const builds = children.filter(({ name }) => {
    const found = pattern.exec(name)?.[1]
    return found?.startsWith(base) === true && /^\d{8}\.\d{6}-\d+$/.test(found.slice(base.length))
  })
  const newest = builds.toSorted((a, b) => (a.name < b.name ? 1 : -1))[0]
  return newest && findFile(registry, repository, `${folder}/${newest.name}`)
}

/** Of each key at least one of the values. */
export async function hasProperties(db: Db, nodeId: string, wanted: Properties): Promise<boolean> {
  if (wanted.size === 0) return true
  const own = await readProperties(db, nodeId)
  return [...wanted].every(([key, values]) => values.some((value) => own.get(key)?.includes(value)))
}
