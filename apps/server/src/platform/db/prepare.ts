// Queries that read like any other Kysely query but are built and compiled once: for the statements that every publish
// runs, building and compiling costs several times what the database takes to run them.
import type { Compilable, CompiledQuery, DialectAdapter, QueryResult } from 'kysely'
import type { Db } from './connect.ts'

interface PreparedQuery<Given, Row> {
  list(db: Db, given: Given): Promise<Row[]>
  /** The first row. */
  find(db: Db, given: Given): Promise<Row | undefined>
  /** How many rows it wrote. */
  run(db: Db, given: Given): Promise<number>
}

/**
 * `build` gets stand-ins of the same shape as what is given later: it puts them into the query and must not look at
 * them. Lists may differ in length from call to call; the keys of objects may not.
 */
export function prepare<Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): PreparedQuery<Given, Row> {
  const compiled = new WeakMap<DialectAdapter, Map<string, CompiledQuery>>()

  function compile(db: Db, adapter: DialectAdapter, given: Given): CompiledQuery {
    const shapes = compiled.get(adapter) ?? new Map<string, CompiledQuery>()
    compiled.set(adapter, shapes)
    const shape = shapeOf(given)
    const known = shapes.get(shape)
    if (known !== undefined) return known
    // A stand-in goes where a value goes; only its type is pretended.
    const fresh = build(db, standInsFor(given) as Given).compile()
    if (shapes.size === mostShapes) shapes.clear()
    shapes.set(shape, fresh)
    return fresh
  }

  function execute(db: Db, given: Given): QueryResult<unknown> | Promise<QueryResult<unknown>> {
    const executor = db.getExecutor()
    const { sql, query, queryId, parameters } = compile(db, executor.adapter, given)
    // Plugins are asked each time, as with a query that is built each time: they refuse what must not be written now.
    executor.transformQuery(query, queryId)
    const bound = { sql, query, queryId, parameters: parameters.map((value) => valueOf(value, given)) }
    const run = direct.get(executor.adapter)
    return run === undefined ? db.executeQuery(bound) : run(bound)
  }

  // The query that was built names the type of its rows.
  const list = async (db: Db, given: Given) => (await execute(db, given)).rows as Row[]
  return {
    list,
    find: async (db, given) => (await list(db, given))[0],
    run: async (db, given) => Number((await execute(db, given)).numAffectedRows ?? 0),
  }
}

/** For an engine that answers at once: prepared queries then skip Kysely's layers around a connection. */
export function runDirectly(
  adapter: DialectAdapter,
  run: (query: CompiledQuery) => QueryResult<unknown>,
): void {
  direct.set(adapter, run)
}

const direct = new WeakMap<DialectAdapter, (query: CompiledQuery) => QueryResult<unknown>>()

/** Lists of many different lengths would be kept for ever. */
const mostShapes = 100

/** Where in what is given the value will be. */
class StandIn {
  readonly path: readonly string[]

  constructor(path: readonly string[]) {
    this.path = path
  }
}

function standInsFor(given: unknown, path: readonly string[] = []): unknown {
  if (typeof given !== 'object' || given === null || ArrayBuffer.isView(given)) return new StandIn(path)
  const entries = Object.entries(given).map(([key, value]) => [key, standInsFor(value, [...path, key])])
  return Array.isArray(given) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

function valueOf(parameter: unknown, given: unknown): unknown {
  if (!(parameter instanceof StandIn)) return parameter
  let value = given
  // The path was made by walking through something of this shape.
  for (const key of parameter.path) value = (value as Record<string, unknown>)[key]
  return value
}

/** How long its lists are: the rest is the same in every call. */
function shapeOf(given: object): string {
  if (Array.isArray(given)) return String(given.length)
  let shape = ''
  for (const value of Object.values(given)) if (Array.isArray(value)) shape += `${value.length} `
  return shape
}
