// The bytes against the rows: each blob that is used must be there, whole and, unless it is to be quick, with its digest.
import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import type { Db } from '../../platform/db/connect.ts'
import { hashBlob } from '../../registry/garbage/adopt.ts'

const step = 500

export interface ByteProblem {
  sha256: string
  problem: 'missing' | 'damaged'
  /** As repository/path. */
  paths: string[]
}

interface ByteReport {
  blobs: number
  bytes: number
  problems: ByteProblem[]
}

export async function checkBytes(
  db: Db,
  blobs: BlobStore,
  { isQuick }: { isQuick: boolean },
): Promise<ByteReport> {
  const report: ByteReport = { blobs: 0, bytes: 0, problems: [] }
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('blobs')
      .select(['sha256', 'size'])
      .where('sha256', '>', after)
      .orderBy('sha256')
      .limit(step)
      .execute()
    for (const { sha256, size } of rows) {
      report.blobs += 1
      report.bytes += size
      const problem = await checkBlob(blobs, sha256, size, isQuick)
      // Beside a running server garbage may have gone since its row was read: then nothing is hurt.
      const paths = problem === undefined ? [] : await pathsOf(db, sha256)
      if (problem !== undefined && paths.length > 0) report.problems.push({ sha256, problem, paths })
    }
    const last = rows.at(-1)
    if (last === undefined) return report
    after = last.sha256
  }
}

async function checkBlob(
  blobs: BlobStore,
  sha256: string,
  size: number,
  isQuick: boolean,
): Promise<ByteProblem['problem'] | undefined> {
  if (!isQuick) {
    const found = await hashBlob({ blobs }, sha256)
    if (found === undefined) return 'missing'
    return found.sha256 === sha256 ? undefined : 'damaged'
  }
  const opened = await blobs.open(sha256)
  opened?.stream.destroy()
  if (opened === undefined) return 'missing'
  return opened.size === size ? undefined : 'damaged'
}

async function pathsOf(db: Db, sha256: string): Promise<string[]> {
  const rows = await db
    .selectFrom('nodes')
    .innerJoin('repositories', 'repositories.id', 'nodes.repository_id')
    .select(['nodes.path', 'repositories.key'])
    .where('nodes.sha256', '=', sha256)
    .orderBy('nodes.path')
    .limit(100)
    .execute()
  return rows.map(({ key, path }) => `${key}/${path}`)
}
