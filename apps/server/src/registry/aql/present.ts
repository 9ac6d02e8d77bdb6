// The rows of an answer as clients get them. Related rows are read for a whole piece of it at once, never row by row, and only so
// many of them: a row may have any number below it, and what is shown below several is written out for each.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { isOneOf, listOf } from '../../platform/db/bound-list.ts'
import type { Db } from '../../platform/db/connect.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Compiling } from './compile.ts'
import type { Domain } from './domain.ts'
import { domains } from './domains.ts'
import { columnsOf, isVisible, ownerColumns, type Child, type Row, type Shape } from './include.ts'

/** For a piece of the answer; a single result, which has no smaller pieces, may have more. */
const mostBelow = (of: readonly unknown[]) => (of.length > 1 ? 5_000 : 100_000)

function halves<T>(all: readonly T[]): [T[], T[]] {
  const middle = all.length >> 1
  return [all.slice(0, middle), all.slice(middle)]
}

/** Those that the actor may see. */
export async function visibleRows(cx: Compiling, db: Db, domain: Domain, rows: Row[]): Promise<Row[]> {
  if (domain.owner.kind !== 'blob') return rows.filter((row) => isVisible(cx, domain, row))
  const sums = new Set(rows.map((row) => String(row['o_sha256'])))
  const visible = await visibleSums(cx, db, [...sums])
  return rows.filter((row) => visible.has(String(row['o_sha256'])))
}

/**
 * What belongs to bytes is seen by whoever may read one of the files with them: one of the first hundred thousand, where
 * the same bytes lie in more places than that.
 */
async function visibleSums(cx: Compiling, db: Db, sums: readonly string[]): Promise<Set<string>> {
  const most = mostBelow(sums)
  const { rows: files } = await sql<Row>`
    select o.sha256 as sum, ${sql.join(ownerColumns(domains.items, 'o'))} from nodes as o
    where ${isOneOf(cx.engine, sql.ref('o.sha256'), sums)} limit ${most}`.execute(db)
  if (files.length < most || sums.length === 1)
    return new Set(files.filter((file) => isVisible(cx, domains.items, file)).map(({ sum }) => String(sum)))
  const [first, second] = halves(sums)
  return (await visibleSums(cx, db, first)).union(await visibleSums(cx, db, second))
}

/** The rows as clients get them, in smaller pieces where much is below them. */
export async function* present(
  cx: Compiling,
  db: Db,
  shape: Shape,
  rows: readonly Row[],
): AsyncGenerator<Row[]> {
  const shown = await show(cx, db, shape, rows, mostBelow(rows))
  if (shown) yield shown.map(({ row }) => row)
  else if (rows.length > 1) for (const half of halves(rows)) yield* present(cx, db, shape, half)
  else
    throw badRequest(
      `One result has more than ${mostBelow(rows)} related rows. Leave some of the fields out of include.`,
    )
}

/** With the number of rows below it, counted as often as they are shown there. */
interface Shown {
  row: Row
  below: number
}

/** Undefined when there is too much of it. */
async function show(
  cx: Compiling,
  db: Db,
  shape: Shape,
  rows: readonly Row[],
  most: number,
): Promise<Shown[] | undefined> {
  const results = rows.map((row) => ({ row: ownFields(cx, shape, row), below: 0 }))
  let total = 0
  for (const [name, child] of shape.children) {
    const keys = new Set(rows.flatMap((row) => (row[`k_${name}`] === null ? [] : String(row[`k_${name}`]))))
    const related = await readRelated(cx, db, shape.domain, child, [...keys], most)
    if (!related) return undefined
    // Each of these reads may take some milliseconds, and on SQLite none of them waits for anything.
    await nextTurn()
    for (const [index, row] of rows.entries()) {
      const found = related.get(String(row[`k_${name}`]))
      const result = results[index]
      if (!found || !result) continue
      result.row[child.relation.plural] = found.rows
      result.below += found.below
      total += found.below
    }
    if (total > most) return undefined
  }
  return results
}

interface Related {
  rows: Row[]
  below: number
}

async function readRelated(
  cx: Compiling,
  db: Db,
  from: Domain,
  { relation, shape, keys: wanted }: Child,
  keys: string[],
  most: number,
): Promise<Map<string, Related> | undefined> {
  const related = new Map<string, Related>()
  const { domain } = shape
  if (keys.length === 0 || domain.owner.kind === 'nobody') return related
  const among = relation.among?.('t', listOf(cx.engine, keys)) ?? isOneOf(cx.engine, relation.to('t'), keys)
  const only = wanted ? [isOneOf(cx.engine, sql.ref('t.key'), [...wanted])] : []
  const isChecked = !cx.scope.isUnlimited && needsCheck(from, domain)
  const columns = [
    sql`${relation.to('t')} as parent`,
    ...columnsOf(shape, 't'),
    ...(isChecked ? ownerColumns(domain, 'o') : []),
  ]
  const order = Object.keys(domain.fields).includes('key') ? sql`order by t.key, t.value` : sql``
  const { rows } = await sql<Row>`
    select ${sql.join(columns)} from ${domain.table} as t ${isChecked ? domain.owner.joins : sql``}
    where ${sql.join([among, ...only], sql` and `)} ${order} limit ${most + 1}`.execute(db)
  if (rows.length > most) return undefined
  const visible = isChecked ? rows.filter((row) => isVisible(cx, domain, row)) : rows
  const shown = await show(cx, db, shape, visible, most)
  if (!shown) return undefined
  for (const [index, row] of visible.entries()) {
    const one = shown[index]
    // A way through a domain that leads nowhere is no result.
    if (!one || Object.keys(one.row).length === 0) continue
    const parent = String(row['parent'])
    const known = related.get(parent) ?? { rows: [], below: 0 }
    known.rows.push(one.row)
    known.below += 1 + one.below
    related.set(parent, known)
  }
  return related
}

/** What belongs to the same file or build, or to the bytes of the file, is as visible as the row before it. */
const needsCheck = (from: Domain, { owner }: Domain) =>
  owner.kind !== 'blob' && owner.kind !== from.owner.kind

function ownFields({ scope }: Compiling, { domain, fields }: Shape, row: Row): Row {
  const result: Row = {}
  for (const [name, { type }] of fields) {
    const value = row[`f_${name}`]
    if (value === null || value === undefined) continue
    if (type === 'repository') result[name] = scope.items.get(String(value))?.key ?? ''
    else if (type === 'virtuals') result[name] = scope.namesOf(String(value)).virtual
    else if (type === 'path') result[name] = value === '' ? '.' : value
    else if (type === 'list') result[domain.prefix + name] = JSON.parse(String(value))
    else result[domain.prefix + name] = value
  }
  return result
}
