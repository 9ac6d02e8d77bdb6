// Where a search for items begins. The condition of a query is always tested whole on each row that is found, so a plan can
// be slow but never wrong: it only says by which index candidates are found. Both engines choose well among the columns
// of one table; that a property or a build is the best way in, or that alternatives need one way each, is decided here.
import { sql } from 'kysely'
import { isOneOf } from '../../platform/db/bound-list.ts'
import type { Db } from '../../platform/db/connect.ts'
import { idsByName } from './by-name.ts'
import { compileCondition, repositoriesFor, type Compiling } from './compile.ts'
import { every, type Compare, type Condition, type Related } from './conditions.ts'
import type { Sql } from './domain.ts'
import { domains } from './domains.ts'
import { indexedPart, isAlways, rangeTests } from './indexed.ts'

export interface Plan {
  /** The ids of nodes to look at, as a select; undefined: the table itself, by its own indexes. */
  ids: Sql | undefined
  /** The repositories that can hold a result. */
  repositories: string[]
  /** What is left to be tested beside the repositories. */
  condition: Condition
  /** Few rows will be looked at. */
  isSmall: boolean
}

/** More rows than this are read by a thread or a cursor. */
const few = 2_000
const mostProbes = 6
/** Ids of properties lie side by side in an index, so that many of them are compared in a few milliseconds. */
const mostIntersected = 50_000
/** SQLite puts 500 selects together at most. */
const mostAlternatives = 100

/** A way in. Lower ranks find fewer rows, as far as one can say without looking; counting says more. */
interface Way {
  rank: number
  ids: Sql
  /** The table's own indexes do it. */
  isTable: boolean
  /** An index alone answers it. */
  isListed?: boolean
}

const ranks = { sum: 0, equal: 1, related: 2, range: 3, repository: 4 }

export async function planItems(cx: Compiling, db: Db, where: Condition): Promise<Plan> {
  const { repositories, condition } = takeRepositories(cx, where)
  const named = await idsByName(cx, db, condition, repositories)
  const ways = [
    ...waysInto(cx, condition, repositories),
    ...named.map((ids): Way => ({ rank: ranks.related, ids, isTable: false })),
  ].toSorted((a, b) => a.rank - b.rank)
  const best = await shortestWay(db, ways.slice(0, mostProbes))
  const isSmall = repositories.length === 0 || (best !== undefined && best.count <= few)
  return { ids: best?.way.isTable === false ? best.way.ids : undefined, repositories, condition, isSmall }
}

interface Counted {
  way: Way
  count: number
}

async function shortestWay(db: Db, ways: readonly Way[]): Promise<Counted | undefined> {
  let best: Counted | undefined
  for (const way of ways) {
    const count = await countUpTo(db, way.ids, few)
    if (best === undefined || count < best.count) best = { way, count }
    if (count === 0) return best
  }
  return best !== undefined && best.count > few ? ((await byIntersection(db, ways)) ?? best) : best
}

/** Each property alone finds many, all of them together perhaps few: the artifacts of one build, say. */
async function byIntersection(db: Db, ways: readonly Way[]): Promise<Counted | undefined> {
  const short: Way[] = []
  for (const way of ways.filter(({ isListed }) => isListed))
    if ((await countUpTo(db, way.ids, mostIntersected)) <= mostIntersected) short.push(way)
  if (short.length < 2) return undefined
  const ids = sql.join(
    short.map((way) => way.ids),
    sql` intersect `,
  )
  return { way: { rank: ranks.related, isTable: false, ids }, count: await countUpTo(db, ids, few) }
}

async function countUpTo(db: Db, ids: Sql, most: number): Promise<number> {
  const counted = await sql<{ count: number }>`
    select count(*) as count from (select 1 from (${ids}) as ids limit ${most + 1}) as counted`.execute(db)
  return Number(counted.rows[0]?.count ?? 0)
}

/** Criteria of repositories that always hold become one list: the first column of most indexes. */
function takeRepositories(
  { scope }: Compiling,
  where: Condition,
): { repositories: string[]; condition: Condition } {
  const parts = where.kind === 'and' ? where.of : [where]
  let repositories = [...scope.items.keys()]
  const others: Condition[] = []
  for (const part of parts) {
    if (part.kind !== 'compare' || part.field.type !== 'repository') {
      others.push(part)
      continue
    }
    const meant = new Set(repositoriesFor(scope, part))
    repositories = repositories.filter((id) => meant.has(id))
  }
  return { repositories, condition: every(others) }
}

function waysInto(cx: Compiling, condition: Condition, repositories: readonly string[]): Way[] {
  const parts = condition.kind === 'and' ? condition.of : [condition]
  const others = parts.flatMap((part) => wayByPart(cx, part, repositories) ?? [])
  return [...wayByTable(cx, parts, repositories), ...others]
}

/** By an index of the table itself. */
function wayByTable(cx: Compiling, parts: readonly Condition[], repositories: readonly string[]): Way[] {
  const compares = parts.filter((part): part is Compare => part.kind === 'compare')
  const served = servedByOneIndex(compares)
  const isNarrowed = repositories.length < cx.scope.items.size
  if (!served && !isNarrowed) return []
  const { rank, tests } = served ?? { rank: ranks.repository, tests: [] }
  const alias = cx.nextAlias()
  const places = isOneOf(cx.engine, sql.ref(`${alias}.repository_id`), repositories)
  const where = [
    // The planner must not be led from a checksum to a repository, here or in the search itself.
    ...(rank === ranks.sum ? [] : [places]),
    ...tests.map((one) => compileCondition(cx, one, { alias, domain: domains.items }, 'in')),
  ]
  const ids = sql`select ${sql.ref(`${alias}.id`)} as id from nodes as ${sql.ref(alias)} where ${sql.join(where, sql` and `)}`
  return [{ rank, ids, isTable: rank !== ranks.sum }]
}

/** What the best index for these comparisons answers by itself, in the order of what finds least. */
function servedByOneIndex(compares: readonly Compare[]): { rank: number; tests: Condition[] } | undefined {
  const of = (...names: string[]) => compares.filter(({ name }) => names.includes(name))
  const equal = (name: string) => of(name).filter(({ is }) => is === 'eq')
  const ranges = (name: string) =>
    of(name)
      .map(rangeTests)
      .filter((test) => !isAlways(test))
  const sums = equal('sha256')
  if (sums.length > 0) return { rank: ranks.sum, tests: sums }
  if (equal('path').length > 0) return { rank: ranks.equal, tests: [...equal('path'), ...ranges('name')] }
  for (const name of ['name', 'created', 'modified'])
    if (equal(name).length > 0) return { rank: ranks.equal, tests: equal(name) }
  for (const name of ['path', 'name', 'created', 'modified']) {
    const tests = ranges(name)
    if (tests.length > 0) return { rank: ranks.range, tests }
  }
  return undefined
}

function wayByPart(cx: Compiling, part: Condition, repositories: readonly string[]): Way | undefined {
  if (part.kind === 'compare') return wayBySum(cx, part)
  if (part.kind === 'or') return wayByAlternatives(cx, part.of)
  return part.kind === 'related' ? wayByRelated(cx, part, repositories) : undefined
}

function wayByRelated(cx: Compiling, part: Related, repositories: readonly string[]): Way | undefined {
  const of = indexedPart(part.of, part.relation.domain)
  if (isAlways(of) || part.name === 'stat' || part.name === 'release_artifact') return undefined
  const alias = cx.nextAlias()
  if (part.name === 'property') {
    const test = compileCondition(cx, of, { alias, domain: domains.properties }, 'in')
    const tests = [test, ...inFew(cx, alias, repositories)]
    const ids = sql`select ${sql.ref(`${alias}.node_id`)} as id from properties as ${sql.ref(alias)} where ${sql.join(tests, sql` and `)}`
    return { rank: ranks.related, isTable: false, isListed: true, ids }
  }
  const bytes = { alias, domain: domains.items }
  if (part.name === 'archive')
    return byBytes(compileCondition(cx, { ...part, of }, bytes, 'in'), alias, ranks.related)
  // Builds speak of SHA-1, which leads to the bytes and from there to the files.
  const relation = { ...part.relation, from: (bytes: string) => sql.ref(`${bytes}.sha1`) }
  return byBytes(compileCondition(cx, { ...part, of, relation }, bytes, 'in'), alias, ranks.related)
}

/** Of many repositories, one after the other would be asked for each value. */
const mostPlaces = 20

const inFew = (cx: Compiling, alias: string, repositories: readonly string[]) =>
  repositories.length <= mostPlaces && repositories.length < cx.scope.items.size
    ? [isOneOf(cx.engine, sql.ref(`${alias}.repository_id`), repositories)]
    : []

function wayBySum(cx: Compiling, { name, is, values }: Compare): Way | undefined {
  const column = /^(?:actual|original)_(sha1|md5|sha256)$/.exec(name)?.[1]
  if (column === undefined || is !== 'eq') return undefined
  const alias = cx.nextAlias()
  return byBytes(isOneOf(cx.engine, sql.ref(`${alias}.${column}`), values), alias, ranks.sum)
}

const byBytes = (test: Sql, bytes: string, rank: number): Way => ({
  rank,
  isTable: false,
  ids: sql`select files.id as id from blobs as ${sql.ref(bytes)} cross join nodes as files where files.sha256 = ${sql.ref(`${bytes}.sha256`)} and ${test}`,
})

/** Each alternative by its own best way, if each has one. */
function wayByAlternatives(cx: Compiling, alternatives: readonly Condition[]): Way | undefined {
  if (alternatives.length > mostAlternatives) return undefined
  const ways: Way[] = []
  for (const alternative of alternatives) {
    const { repositories, condition } = takeRepositories(cx, alternative)
    const [best] = waysInto(cx, condition, repositories).toSorted((a, b) => a.rank - b.rank)
    if (!best) return undefined
    ways.push(best)
  }
  return {
    rank: Math.max(...ways.map(({ rank }) => rank)),
    isTable: false,
    ids: sql.join(
      ways.map(({ ids }) => ids),
      sql` union all `,
    ),
  }
}
