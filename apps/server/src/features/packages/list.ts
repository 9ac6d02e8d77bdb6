// The list of packages: a page of names first, then all there is to show about them, in a fixed number of queries.
import { sql } from 'kysely'
import type { PackageListQuery, PackageSummary, Page } from '@bindery/contracts'
import type { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { badRequest } from '../../platform/errors.ts'
import type { PackageRow } from '../../platform/db/schema.ts'
import { KeptAnswers } from '../../platform/kept-answers.ts'
import type { Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'
import { addDays, readDailyDownloads } from './downloads.ts'
import { canSeePackage, isPartly, newestFirst, readableRepositories } from './readable.ts'
import { countVersions } from './version-counts.ts'

type ListQuery = z.output<typeof PackageListQuery>

export async function listPackages(
  services: Services,
  actor: Actor,
  query: ListQuery,
): Promise<Page<PackageSummary>> {
  const readable = await readableRepositories(services, actor)
  const ids = [...readable.values()]
    .filter((one) => query.repository === undefined || one.key === query.repository)
    .map((one) => one.id)
  if (ids.length === 0) return { items: [], total: 0, hasNextPage: false, endCursor: null }
  const chosen = ids.flatMap((id) => readable.get(id) ?? [])
  return {
    ...(await readVisible(services, actor, readable, ids, query)),
    total: isPartly(actor, chosen) ? -1 : await countAll(services, ids, query),
  }
}

/** Pages are read until one is full: where patterns decide, some of what the database finds is not for the reader. */
async function readVisible(
  services: Services,
  actor: Actor,
  readable: Map<string, Repository>,
  ids: string[],
  query: ListQuery,
): Promise<Omit<Page<PackageSummary>, 'total'>> {
  const items: PackageSummary[] = []
  let { after } = query
  for (let round = 0; ; round++) {
    const limit = query.limit - items.length
    const names = await readNames(services, ids, { ...query, limit, after })
    const page = names.slice(0, limit)
    const last = page.at(-1)
    if (last) after = encodeCursor(last)
    items.push(...(await readSummaries(services, actor, readable, ids, page)))
    const hasNextPage = names.length > limit
    if (!hasNextPage || items.length === query.limit || round === mostRounds)
      return { items, hasNextPage, endCursor: last ? encodeCursor(last) : null }
  }
}

const mostRounds = 20

export async function countByFormat(
  services: Services,
  actor: Actor,
): Promise<{ format: string; packages: number }[]> {
  const readable = await readableRepositories(services, actor)
  const ids = [...readable.keys()]
  if (ids.length === 0) return []
  if (isPartly(actor, readable.values())) return countVisible(services, actor, readable)
  return keptOf(services).byFormat.get(ids.join(), () => readCounts(services, ids))
}

interface Kept {
  byFormat: KeptAnswers<{ format: string; packages: number }[]>
  total: KeptAnswers<number>
}

const keptBy = new WeakMap<Services, Kept>()

/** Over a million packages a count takes a while, and every screen about them asks for it. */
function keptOf(services: Services): Kept {
  const kept = keptBy.get(services) ?? { byFormat: new KeptAnswers(), total: new KeptAnswers() }
  keptBy.set(services, kept)
  return kept
}

async function readCounts(
  services: Services,
  ids: string[],
): Promise<{ format: string; packages: number }[]> {
  const rows = await services.database.db
    .selectFrom('packages')
    .select(['format', sql<number>`count(distinct name)`.as('packages')])
    .where('repository_id', 'in', ids)
    .groupBy('format')
    .orderBy('packages', 'desc')
    .execute()
  return rows.map((row) => ({ format: row.format, packages: Number(row.packages) }))
}

async function countVisible(
  services: Services,
  actor: Actor,
  readable: Map<string, Repository>,
): Promise<{ format: string; packages: number }[]> {
  const rows = await services.database.db
    .selectFrom('packages')
    .select(['repository_id', 'format', 'name'])
    .where('repository_id', 'in', [...readable.keys()])
    .execute()
  const visible = rows.filter((row) =>
    canSeePackage(services, actor, readable.get(row.repository_id), row.name),
  )
  return [...Map.groupBy(visible, (row) => row.format)]
    .map(([format, some]) => ({ format, packages: new Set(some.map((row) => row.name)).size }))
    .toSorted((a, b) => b.packages - a.packages)
}

export function summarise(
  services: Services,
  rows: readonly [PackageRow, ...PackageRow[]],
  repositories: Map<string, Repository>,
  counted: { perDay: Map<string, number[]>; versions: Map<string, number> },
): PackageSummary {
  const newest = rows[0]
  const id = `${newest.format}://${newest.name}`
  const downloadsByDay = addDays(rows.map((row) => counted.perDay.get(row.id)))
  return {
    id,
    format: newest.format,
    name: newest.name,
    description: newest.description,
    latest: newest.latest,
    publishedAt: newest.latest_at,
    versions: counted.versions.get(id) ?? newest.version_count,
    licence: newest.licence,
    repositories: rows.flatMap((row) => repositories.get(row.repository_id)?.key ?? []),
    downloads: downloadsByDay.reduce((sum, count) => sum + count, 0),
    downloadsByDay,
    install: services.registry.formats.get(newest.format)?.install(newest.name, newest.latest) ?? [],
  }
}

interface NameRow {
  name: string
  format: string
  modified_at: string
}

function matching(services: Services, ids: string[], query: ListQuery) {
  let packages = services.database.db.selectFrom('packages').where('repository_id', 'in', ids)
  if (query.format !== undefined) packages = packages.where('format', '=', query.format)
  const words = query.name?.trim().toLowerCase().replaceAll('*', '') ?? ''
  if (words === '') return packages
  const pattern = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return packages.where((where) =>
    where.or([
      sql<boolean>`lower(name) like ${pattern} escape '\\'`,
      sql<boolean>`lower(coalesce(description, '')) like ${pattern} escape '\\'`,
    ]),
  )
}

async function readNames(services: Services, ids: string[], query: ListQuery): Promise<NameRow[]> {
  const [by, direction] =
    query.sort === 'name:desc' || query.sort === 'modified:desc'
      ? [query.sort.slice(0, -5), 'desc' as const]
      : [query.sort.slice(0, -4), 'asc' as const]
  const compare = direction === 'asc' ? '>' : '<'
  const column = by === 'name' ? sql.ref('name') : sql`max(modified_at)`
  let names = matching(services, ids, query)
    .select(['name', 'format', sql<string>`max(modified_at)`.as('modified_at')])
    .groupBy(['name', 'format'])
    .orderBy(column, direction)
    .orderBy('name', direction)
    .orderBy('format', direction)
    .limit(query.limit + 1)
  if (query.after !== undefined) {
    const after = decodeCursor(query.after)
    names =
      by === 'name'
        ? names.where(sql<boolean>`(name, format) ${sql.raw(compare)} (${after.name}, ${after.format})`)
        : names.having(
            sql<boolean>`(max(modified_at), name, format) ${sql.raw(compare)} (${after.modified_at}, ${after.name}, ${after.format})`,
          )
  }
  return names.execute()
}

function countAll(services: Services, ids: string[], query: ListQuery): Promise<number> {
  const key = JSON.stringify([ids, query.format, query.name])
  return keptOf(services).total.get(key, () => countPackages(services, ids, query))
}

async function countPackages(services: Services, ids: string[], query: ListQuery): Promise<number> {
  const { db } = services.database
  const distinct = matching(services, ids, query).select(['name', 'format']).distinct().as('found')
  const { total } = await db
    .selectFrom(distinct)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

async function readSummaries(
  services: Services,
  actor: Actor,
  readable: Map<string, Repository>,
  ids: string[],
  page: NameRow[],
): Promise<PackageSummary[]> {
  if (page.length === 0) return []
  const { db } = services.database
  const found = await db
    .selectFrom('packages')
    .selectAll()
    .where('repository_id', 'in', ids)
    .where('name', 'in', [...new Set(page.map((row) => row.name))])
    .execute()
  const rows = found.filter((row) =>
    canSeePackage(services, actor, readable.get(row.repository_id), row.name),
  )
  const perDay = await readDailyDownloads(
    db,
    services.clock,
    rows.map((row) => row.id),
  )
  const counted = { perDay, versions: await countVersions(db, rows) }
  const byKey = Map.groupBy(rows, (row) => `${row.format}://${row.name}`)
  return page.flatMap(({ format, name }) => {
    const [first, ...others] = newestFirst(services, byKey.get(`${format}://${name}`) ?? [])
    return first ? [summarise(services, [first, ...others], readable, counted)] : []
  })
}

const encodeCursor = (row: NameRow) =>
  Buffer.from(JSON.stringify([row.name, row.format, row.modified_at])).toString('base64url')

function decodeCursor(cursor: string): NameRow {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (
      Array.isArray(parts) &&
      parts.length === 3 &&
      parts.every((part) => typeof part === 'string' && !part.includes('\0'))
    ) {
      const [name = '', format = '', modified_at = ''] = parts
      return { name, format, modified_at }
    }
  } catch {
    // Said below, as for every other cursor that is not ours.
  }
  throw badRequest('The cursor is not one that this list gave out. Start without it.', 'after')
}
