// The list of builds with their last runs, and the runs of one.
import type { BuildRun, BuildSummary, Page } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { canEverywhere } from '../../access/rules/permissions.ts'
import type { Db } from '../../platform/db/connect.ts'
import { containing, decodeCursor, encodeCursor, toPage } from '../../platform/cursor.ts'
import type { BuildRow } from '../../platform/db/schema.ts'
import { listBuildNames, listRuns, numberLike, type BuildName } from '../../registry/builds/find-builds.ts'
import {
  canBuild,
  findBuildRepository,
  noBuild,
  readableBuildRepositories,
} from '../../registry/builds/readable-builds.ts'
import type { Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'

interface PageWanted {
  limit: number
  after?: string | undefined
  search?: string | undefined
}

/** The last that ran comes first. */
export async function listBuilds(
  { registry }: Services,
  actor: Actor,
  query: PageWanted & { project?: string | undefined },
): Promise<Page<BuildSummary>> {
  const readable = await readableBuildRepositories(registry, actor)
  const repositories = new Map(
    readable
      .filter((one) => query.project === undefined || one.projectKey === query.project)
      .map((one) => [one.id, one]),
  )
  const all = await listBuildNames(registry.database.db, [...repositories.keys()])
  const words = query.search?.trim().toLowerCase() ?? ''
  const found = all
    .filter(({ name }) => name.toLowerCase().includes(words))
    .filter((one) => isVisible(actor, repositories.get(one.repositoryId), one.name))
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? 1 : -1))
  const after = query.after === undefined ? undefined : decodeCursor(query.after, 1)[0]
  const rest = after === undefined ? found : found.filter((one) => orderOf(one) < after)
  const page = toPage(rest, query.limit, found.length, (last) => encodeCursor(orderOf(last)))
  return { ...page, items: await summarise(registry.database.db, repositories, page.items) }
}

const orderOf = ({ lastStarted, name, repositoryId }: BuildName) => `${lastStarted} ${name} ${repositoryId}`

const isVisible = (actor: Actor, repository: Repository | undefined, name: string): boolean =>
  repository !== undefined &&
  (canEverywhere(actor, 'read', repository) || canBuild(actor, 'read', repository.key, name))

async function summarise(
  db: Db,
  repositories: ReadonlyMap<string, Repository>,
  names: readonly BuildName[],
): Promise<BuildSummary[]> {
  if (names.length === 0) return []
  const rows = await db
    .selectFrom('builds')
    .selectAll()
    .where('repository_id', 'in', [...repositories.keys()])
    .where('name', 'in', [...new Set(names.map(({ name }) => name))])
    .where('started', 'in', [...new Set(names.map(({ lastStarted }) => lastStarted))])
    .execute()
  const keyOf = (repositoryId: string, name: string, started: string) =>
    JSON.stringify([repositoryId, name, started])
  const latest = new Map(rows.map((row) => [keyOf(row.repository_id, row.name, row.started), row]))
  return names.flatMap(({ repositoryId, name, lastStarted, runs }) => {
    const row = latest.get(keyOf(repositoryId, name, lastStarted))
    const repository = repositories.get(repositoryId)
    if (!row || !repository) return []
    return [{ name, repository: repository.key, project: repository.projectKey, runs, latest: toRun(row) }]
  })
}

export const toRun = (row: BuildRow): BuildRun => ({
  number: row.number,
  started: row.started,
  durationMs: row.duration_ms,
  agent: row.agent,
  principal: row.principal,
  status: row.status,
  artifacts: row.artifact_count,
  dependencies: row.dependency_count,
  revision: row.revision,
  branch: row.branch,
})

export async function pageOfRuns(
  { registry }: Services,
  actor: Actor,
  name: string,
  query: PageWanted & { repository?: string | undefined },
): Promise<Page<BuildRun>> {
  const repository = await findBuildRepository(registry, { buildRepo: query.repository })
  if (!repository || !canBuild(actor, 'read', repository.key, name)) throw noBuild(name)
  const { db } = registry.database
  const search = query.search === undefined || query.search === '' ? undefined : containing(query.search)
  const after = query.after === undefined ? undefined : decodeCursor(query.after, 2)
  const rows = await listRuns(db, repository.id, name, { limit: query.limit + 1, after, search })
  const total = await countRuns(db, repository.id, name, search)
  if (total === 0 && search === undefined) throw noBuild(name)
  const page = toPage(rows, query.limit, total, (last) => encodeCursor(last.started, last.id))
  return { ...page, items: page.items.map(toRun) }
}

async function countRuns(
  db: Db,
  repositoryId: string,
  name: string,
  search: string | undefined,
): Promise<number> {
  let query = db
    .selectFrom('builds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('repository_id', '=', repositoryId)
    .where('name', '=', name)
  if (search !== undefined) query = query.where(numberLike(search))
  return Number((await query.executeTakeFirstOrThrow()).count)
}
