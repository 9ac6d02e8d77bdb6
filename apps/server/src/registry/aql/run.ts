// A query from its text to its results, piece by piece: what it means, where it begins, what the actor may see of it.
import { sql, type CompiledQuery } from 'kysely'
import { isOneOf } from '../../platform/db/bound-list.ts'
import type { Actor } from '../../access/actor.ts'
import type { Registry } from '../registry.ts'
import { compileCondition, joinBalanced, type Compiling, type Test } from './compile.ts'
import type { Condition } from './conditions.ts'
import type { Domain, Field, Relation, Sql } from './domain.ts'
import { domains } from './domains.ts'
import { columnsOf, ownerColumns, shapeOf, type Row, type Shape } from './include.ts'
import { planItems, type Plan } from './plan.ts'
import { present, visibleRows } from './present.ts'
import type { Query } from './query.ts'
import { findDomain, findField, resolveWhere } from './resolve.ts'
import { findRoots, sortColumn, withRoots, type Order, type OrderField } from './roots.ts'
import { scopeOf, type Scope } from './scope.ts'
import { aqlError } from './tokens.ts'

export interface SearchOptions {
  signal?: AbortSignal | undefined
}

/** What a query is turned into; tests look at it to see that an index serves it. */
export interface Prepared {
  query: CompiledQuery<Row>
  shape: Shape
  cx: Compiling
  /** Whether rows must still be asked about one by one. */
  isFiltered: boolean
  /** Items that have no rows. */
  roots: Row[]
  order: Order
  /** Reads so little that it needs no thread. */
  isSmall: boolean
}

export async function* search(
  registry: Registry,
  actor: Actor,
  query: Query,
  options: SearchOptions = {},
): AsyncGenerator<Row[]> {
  const { db } = registry.database
  const prepared = await prepareSearch(registry, actor, query)
  const { shape, cx } = prepared
  const isWhole = prepared.isFiltered || prepared.roots.length > 0
  let skip = isWhole ? query.offset : 0
  let left = isWhole ? (query.limit ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
  const pieces = visiblePieces(registry, prepared, options)
  for await (const rows of withRoots(pieces, prepared.roots, prepared.order)) {
    const wanted = rows.slice(skip, skip + left)
    skip = Math.max(0, skip - rows.length)
    left -= wanted.length
    if (wanted.length > 0) yield* present(cx, db, shape, wanted)
    if (left <= 0) return
  }
}

export async function prepareSearch(registry: Registry, actor: Actor, query: Query): Promise<Prepared> {
  const { database, clock } = registry
  const domain = findDomain(query)
  const shape = shapeOf(query, domain)
  const scope = await scopeOf(registry, actor)
  let aliases = 0
  const cx: Compiling = { engine: database.engine, scope, nextAlias: () => `t${++aliases}` }
  const where = resolveWhere(query, domain, clock.now())
  const terms = orderOf(query, domain)
  const order = {
    fields: terms,
    isDescending: query.sort?.isDescending ?? false,
  }
  const roots = domain === domains.items ? findRoots(scope, where, shape, order) : []
  const built =
    domain === domains.items
      ? fromItems(cx, await planItems(cx, database.db, where))
      : fromOthers(cx, domain, where)
  const isSmall = built.isSmall || query.limit === 0
  // Inside a thread only: the main connection has no such function.
  const guard = database.engine === 'sqlite' && !isSmall ? [stillWanted(domain)] : []
  const page = built.isFiltered ? sql`` : pageOf(cx, roots.length > 0 ? upToEndOf(query) : query)
  const sorting =
    roots.length > 0 ? terms.map(({ by }, index) => sql`${by} as ${sql.ref(sortColumn(index))}`) : []
  // Where everything may be seen, nobody asks whose it is.
  const owner = built.isFiltered ? ownerColumns(domain, built.owner) : []
  const columns = [...columnsOf(shape, 't'), ...owner, ...sorting]
  const text = sql<Row>`
    select ${columns.length > 0 ? sql.join(columns) : sql`1 as is_found`}
    from ${built.from} where ${joinBalanced([...built.tests, ...guard], sql` and `)} ${orderBy(terms, order)} ${page}`
  return { query: text.compile(database.db), shape, cx, isFiltered: built.isFiltered, roots, order, isSmall }
}

async function* visiblePieces(
  registry: Registry,
  prepared: Prepared,
  options: SearchOptions,
): AsyncGenerator<Row[]> {
  const { cx, shape, isFiltered } = prepared
  for await (const rows of piecesOf(registry, prepared, options))
    yield isFiltered ? await visibleRows(cx, registry.database.db, shape.domain, rows) : rows
}

async function* piecesOf(
  registry: Registry,
  { query, isSmall }: Prepared,
  options: SearchOptions,
): AsyncGenerator<Row[]> {
  const { database } = registry
  if (!isSmall) {
    yield* database.stream(query, options)
    return
  }
  const { rows } = await database.db.executeQuery(query)
  for (let start = 0; start < rows.length; start += 500) yield rows.slice(start, start + 500)
}

interface Built {
  from: Sql
  tests: Test[]
  /** The table whose rows decide what may be seen. */
  owner: string
  isFiltered: boolean
  isSmall: boolean
}

function fromItems(cx: Compiling, plan: Plan): Built {
  const { ids, repositories, condition } = plan
  const places = isOneOf(cx.engine, sql.ref('t.repository_id'), repositories)
  const tests = [places, compileCondition(cx, condition, { alias: 't', domain: domains.items }, 'exists')]
  const from = ids
    ? // SQLite keeps the order of a cross join: first what was planned, then the nodes by their ids.
      sql`(select distinct id from (${ids}) as ways) as found cross join nodes as t`
    : sql`nodes as t`
  return {
    from,
    tests: ids ? [sql`t.id = found.id`, ...tests] : tests,
    owner: 't',
    isFiltered: isPartly(cx.scope.items, repositories),
    isSmall: plan.isSmall,
  }
}

function fromOthers(cx: Compiling, domain: Domain, where: Condition): Built {
  const { owner, table } = domain
  const test = compileCondition(cx, where, { alias: 't', domain }, 'in')
  if (owner.kind === 'nobody')
    return { from: sql`${table} as t`, tests: [test], owner: 't', isFiltered: false, isSmall: true }
  const ids = [...cx.scope.items.keys()]
  if (owner.kind === 'blob')
    return {
      from: sql`${table} as t`,
      tests: [isHeld(cx, ids), test],
      owner: 't',
      isFiltered: isPartly(cx.scope.items, ids),
      isSmall: false,
    }
  return {
    from: sql`${table} as t ${owner.joins}`,
    tests: cx.scope.isUnlimited ? [test] : [isOneOf(cx.engine, sql.ref('o.repository_id'), ids), test],
    owner: 'o',
    isFiltered: isPartly(cx.scope.items, ids),
    isSmall: false,
  }
}

const isHeld = (cx: Compiling, ids: readonly string[]): Test => {
  const places = cx.scope.isUnlimited
    ? sql``
    : sql`and ${isOneOf(cx.engine, sql.ref('o.repository_id'), ids)}`
  return sql`exists (select 1 from nodes as o where o.sha256 = t.sha256 ${places})`
}

const isPartly = (places: Scope['items'], ids: readonly string[]) =>
  ids.some((id) => places.get(id)?.isWhole !== true)

/** Asked for one row in a thousand where rows have numbers, for each where they have none. */
const stillWanted = (domain: Domain): Test =>
  domain === domains.items ? sql`((t.rowid & 1023) <> 0 or still_wanted())` : sql`still_wanted()`

interface Term extends OrderField {
  by: Sql
}

const orderOf = ({ text, sort }: Query, domain: Domain): Term[] =>
  (sort?.fields ?? []).map((given) => {
    const { way, field, name } = findField(text, given, domain)
    const [step, ...more] = way
    if (!step) return { name, absent: null, by: sortable(field.type, field.column('t')) }
    if (more.length > 0 || !step.relation.isSingle)
      throw aqlError(text, given.at, 'results are sorted by fields of their own domain, or of stat')
    // Below everything that is there: engines do not agree on where nothing goes.
    const absent = field.type === 'integer' ? -1 : ''
    return { name: given.text, absent, by: ofRelated(step.relation, field, absent) }
  })

const ofRelated = ({ domain, from, to }: Relation, field: Field, absent: string | number): Sql =>
  sql`coalesce((select ${field.column('one')} from ${domains[domain].table} as one where ${to('one')} = ${from('t')}), ${sql.lit(absent)})`

function orderBy(terms: readonly Term[], { isDescending }: Order): Sql {
  if (terms.length === 0) return sql``
  const direction = isDescending ? sql`desc` : sql`asc`
  return sql`order by ${sql.join(terms.map(({ by }) => sql`${by} ${direction}`))}`
}

const sortable = (type: string, column: Sql): Sql =>
  type === 'repository'
    ? sql`(select repositories.key from repositories where repositories.id = ${column})`
    : column

/** What is put among the rows decides where a page begins. */
const upToEndOf = ({ limit, offset }: Query) => ({
  offset: 0,
  limit: limit === undefined ? undefined : offset + limit,
})

/** SQLite knows no offset without a limit. */
function pageOf({ engine }: Compiling, { limit, offset }: Pick<Query, 'limit' | 'offset'>): Sql {
  if (limit === undefined && offset === 0) return sql``
  const all = engine === 'sqlite' ? sql`-1` : sql`all`
  return sql`limit ${limit === undefined ? all : sql`${limit}`} offset ${offset}`
}
