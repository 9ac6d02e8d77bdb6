// What an engine says it will do for a statement.
import { sql, type CompiledQuery } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

export interface Explained {
  /** Those that are looked up in. */
  indexes: string[]
  /** What of the large tables would be read from one end to the other, or a repository whole in no useful order. */
  scans: string[]
  /** Rows are sorted after they were found, so that a limit ends nothing early. */
  isSorted: boolean
}

export const explain = (database: Database, query: CompiledQuery): Promise<Explained> =>
  database.engine === 'sqlite' ? explainSqlite(database, query) : explainPostgres(database, query)

async function explainSqlite({ db }: Database, query: CompiledQuery): Promise<Explained> {
  // Where it would run there is such a function; here its place is taken by one that exists.
  const plain = { ...query, sql: `explain query plan ${query.sql.replaceAll('still_wanted()', '1')}` }
  const { rows } = await db.executeQuery<{ detail: string }>(plain)
  const lines = rows.map(({ detail }) => detail)
  const isSorted = lines.some((line) => /^USE TEMP B-TREE FOR (?:LAST|RIGHT|ORDER)/.test(line))
  // A whole repository only in the order that was asked for, so that a limit ends it.
  const isInOrder = query.sql.includes('order by') && !lines.includes('USE TEMP B-TREE FOR ORDER BY')
  const isWhole = (line: string) =>
    /^SCAN (?:t\d*|nodes|files)\b/.test(line) || (line.endsWith('(repository_id=?)') && !isInOrder)
  const indexes = lines.flatMap((line) => /USING (?:COVERING )?INDEX (\S+) \(/.exec(line)?.[1] ?? [])
  return { indexes, scans: lines.filter(isWhole), isSorted }
}

function explainPostgres({ db }: Database, query: CompiledQuery): Promise<Explained> {
  return db.connection().execute(async (one) => {
    // So few rows are fastest read whole and sorted; what is asked is whether an index could do it.
    await sql`set enable_seqscan = off`.execute(one)
    await sql`set enable_sort = off`.execute(one)
    const plain = { ...query, sql: `explain (format json) ${query.sql}` }
    const { rows } = await one.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(plain)
    await sql`reset all`.execute(one)
    const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => allOf(Plan)))
    return {
      indexes: nodes.flatMap((node) => (node['Index Cond'] ? (node['Index Name'] ?? []) : [])),
      scans: nodes.filter(isFullRead).map((node) => `${node['Node Type']} on ${placeOf(node)}`),
      isSorted: nodes.some((node) => node['Node Type'].endsWith('Sort')),
    }
  })
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

const large = /^(?:nodes|properties|blobs|node_stats|archive_entries|build_artifacts|build_dependencies)/

const allOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allOf)]

const placeOf = (node: PlanNode) => node['Index Name'] ?? node['Relation Name'] ?? ''

/** So few rows do not tell PostgreSQL which index is best: any that is asked for something will do. */
const isFullRead = (node: PlanNode) =>
  large.test(placeOf(node)) && node['Node Type'] !== 'Bitmap Heap Scan' && node['Index Cond'] === undefined
