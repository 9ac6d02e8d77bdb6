// Bytes that are missing or damaged, and the files that are hurt by it.
import type { BlobFinding } from '@bindery/contracts'
import type { Db } from '../../platform/db/connect.ts'

const shown = 100
const pathsShown = 5

/** Those of blobs that are still wanted; what nobody refers to any more hurts nobody. */
export async function listFindings(db: Db): Promise<BlobFinding[]> {
  const rows = await db
    .selectFrom('blob_findings')
    .selectAll()
    .orderBy('found_at', 'desc')
    .orderBy('sha256')
    .limit(shown)
    .execute()
  const paths = await pathsOf(
    db,
    rows.map((row) => row.sha256),
  )
  return rows.map((row) => {
    const hurt = paths.get(row.sha256) ?? []
    return {
      sha256: row.sha256,
      // Only scrub.ts writes this column.
      problem: row.problem as BlobFinding['problem'],
      size: row.size,
      foundAt: row.found_at,
      files: hurt.length,
      paths: hurt.slice(0, pathsShown),
    }
  })
}

/** As repository/path. */
async function pathsOf(db: Db, digests: string[]): Promise<Map<string, string[]>> {
  if (digests.length === 0) return new Map()
  const rows = await db
    .selectFrom('nodes')
    .innerJoin('repositories', 'repositories.id', 'nodes.repository_id')
    .select(['nodes.sha256', 'nodes.path', 'repositories.key'])
    .where('nodes.sha256', 'in', digests)
    .orderBy('repositories.key')
    .orderBy('nodes.path')
    .execute()
  const bySha = Map.groupBy(rows, (row) => row.sha256 ?? '')
  return new Map([...bySha].map(([sha256, some]) => [sha256, some.map(({ key, path }) => `${key}/${path}`)]))
}
