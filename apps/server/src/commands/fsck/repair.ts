// What can be made good without guessing. Nothing is thrown away: damaged bytes are moved where they are out of the way of an
// upload of the right ones, and everything else is made again from what is there.
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { blobPath } from '../../platform/blobs/folders.ts'
import { ignoreMissing } from '../../platform/blobs/blob-file.ts'
import type { Database, Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { addFolders, findNodesAlong } from '../../registry/nodes.ts'
import { parentOf } from '../../registry/paths.ts'
import { rebuildJob } from '../../registry/rebuild.ts'
import type { ByteProblem } from './bytes.ts'
import type { RowProblem } from './rows.ts'

/** Returns a sentence for each thing that was done. */
export async function repairRows(database: Database, problems: RowProblem[]): Promise<string[]> {
  const done: string[] = []
  await transaction(database, async (db) => {
    if (problems.some(({ mend }) => mend === 'sizes')) {
      await sql`update nodes set size = (select size from blobs where blobs.sha256 = nodes.sha256)
        where sha256 is not null and size <> (select size from blobs where blobs.sha256 = nodes.sha256)`.execute(
        db,
      )
      done.push('Sizes of files were taken from their bytes.')
    }
    const homeless = problems.filter(({ mend }) => mend === 'folders')
    for (const { repository, what } of homeless) await addMissingFolders(db, repository, what)
    if (homeless.length > 0) done.push('Missing folders were made.')
    const broken = new Set(
      problems.filter(({ mend }) => mend === 'facts').map(({ repository }) => repository),
    )
    for (const repository of broken) {
      await enqueue(db, rebuildJob, { kind: rebuildJob, repository })
      done.push(`Packages of ${repository} will be made again from its files when the server runs.`)
    }
  })
  return done
}

export async function moveDamaged(home: string, problems: ByteProblem[]): Promise<string[]> {
  const folder = join(home, 'damaged')
  await mkdir(folder, { recursive: true })
  const done: string[] = []
  for (const { sha256, problem } of problems) {
    if (problem !== 'damaged') continue
    const from = blobPath(join(home, 'blobs'), sha256)
    const isMoved = await rename(from, join(folder, sha256)).then(() => true, ignoreMissing)
    if (isMoved)
      done.push(`Damaged bytes were moved to ${join(folder, sha256)}; storing the right ones mends the file.`)
  }
  return done
}

async function addMissingFolders(db: Db, repository: string, path: string): Promise<void> {
  const found = await db
    .selectFrom('repositories')
    .select('id')
    .where('key', '=', repository)
    .executeTakeFirst()
  if (found === undefined) return
  const along = await findNodesAlong(db, found.id, parentOf(path))
  await addFolders(db, found.id, parentOf(path), along, { at: new Date().toISOString(), by: 'system' })
}
