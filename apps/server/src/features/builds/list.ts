// The list of builds with their last runs, and the runs of one.
import type { BuildRun, BuildSummary, Page } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { canEverywhere } from '../../access/rules/permissions.ts'
import type { Db } from '../../platform/db/connect.ts'
import { containing, decodeCursor, encodeCursor, toPage } from '../../platform/cursor.ts'
import type { BuildRow } from '../../platform/db/schema.ts'
import { listRuns, numberLike, walkBuildNames, type BuildName } from '../../registry/builds/find-builds.ts'
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
  const words = query.search?.trim().toLowerCase() ?? ''
  const found = await findNames(registry.database.db, actor, [...repositories.values()], words)
  const after = query.after === undefined ? undefined : decodeCursor(query.after, 1)[0]
  const rest = found
    .filter(({ order }) => after === undefined || order < after)
    .toSorted((a, b) => (a.order < b.order ? 1 : -1))
  const page = toPage(rest, query.limit, found.length, (last) => encodeCursor(last.order))
  return { ...page, items: await summarise(registry.database.db, page.items) }
}

interface FoundName extends BuildName {
  repository: Repository
  /** Compared many times, so it is made once. */
  order: string
}

async function findNames(
  db: Db,
  actor: Actor,
  repositories: readonly Repository[],
  words: string,
): Promise<FoundName[]> {
  const found: FoundName[] = []
  for (const repository of repositories) {
    const seesAll = canEverywhere(actor, 'read', repository)
    for await (const names of walkBuildNames(db, repository.id))
      for (const one of names)
        if (
          one.name.toLowerCase().includes(words) &&
          (seesAll || canBuild(actor, 'read', repository.key, one.name))
        )
          found.push({ ...one, repository, order: `${one.lastStarted} ${one.name} ${repository.id}` })
  }
  return found
}

async function summarise(db: Db, names: readonly FoundName[]): Promise<BuildSummary[]> {
  if (names.length === 0) return []
  const ofThese = db
    .selectFrom('builds')
    .where('repository_id', 'in', [...new Set(names.map(({ repository }) => repository.id))])
    .where('name', 'in', [...new Set(names.map(({ name }) => name))])
  const rows = await ofThese
    .selectAll()
    .where('started', 'in', [...new Set(names.map(({ lastStarted }) => lastStarted))])
    .execute()
  const counts = await ofThese
    .select(({ fn }) => ['repository_id', 'name', fn.countAll<number>().as('runs')])
    .groupBy(['repository_id', 'name'])
    .execute()
  const keyOf = (...parts: string[]) => JSON.stringify(parts)
  const latest = new Map(rows.map((row) => [keyOf(row.repository_id, row.name, row.started), row]))
  const runs = new Map(counts.map((row) => [keyOf(row.repository_id, row.name), Number(row.runs)]))
  return names.flatMap(({ repository, name, lastStarted }) => {
    const row = latest.get(keyOf(repository.id, name, lastStarted))
    if (!row) return []
    return [
      {
        name,
        repository: repository.key,
        project: repository.projectKey,
        runs: runs.get(keyOf(repository.id, name)) ?? 1,
        latest: toRun(row),
      },
    ]
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
