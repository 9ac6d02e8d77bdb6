// Damages stored data on purpose, to prove that the checks see each kind of loss. Part of the test program only.
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { blobPath } from '../../apps/server/src/platform/blobs/folders.ts'
import { openDatabase, type Place } from './database.ts'
import type { Sabotage } from './options.ts'

export async function sabotage(place: Place, kind: Sabotage): Promise<void> {
  if (kind === 'missing-blob') return rm(await aBlobPath(place))
  if (kind === 'changed-blob') return changeOneByte(await aBlobPath(place))
  const database = await openDatabase(place)
  try {
    await database.all(statements[kind])
  } finally {
    await database.close()
  }
}

const statements: Record<Exclude<Sabotage, 'missing-blob' | 'changed-blob'>, string> = {
  'missing-content': `DELETE FROM blob_contents WHERE sha256 = (SELECT min(sha256) FROM nodes
    WHERE sha256 IN (SELECT sha256 FROM blob_contents))`,
  'missing-row': `DELETE FROM nodes WHERE id = (SELECT min(id) FROM nodes WHERE kind = 'file')`,
  'missing-version': `DELETE FROM versions WHERE id = (SELECT min(id) FROM versions)`,
  'wrong-tag': `UPDATE tags SET version = '0.0.0-lost'
    WHERE tag = 'latest' AND package_id = (SELECT min(package_id) FROM tags)`,
}

async function aBlobPath(place: Place): Promise<string> {
  const database = await openDatabase(place)
  try {
    const [row] = await database.all(`SELECT min(sha256) AS sha256 FROM nodes WHERE kind = 'file'
      AND sha256 NOT IN (SELECT sha256 FROM blob_contents)`)
    return blobPath(join(place.home, 'blobs'), String(row?.['sha256']))
  } finally {
    await database.close()
  }
}

async function changeOneByte(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, 0)
    await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, 0)
  } finally {
    await handle.close()
  }
}
