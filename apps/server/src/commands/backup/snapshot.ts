// The database as it is at one moment, while others write, and the blobs that it names at that moment.
import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type { Config } from '../../config.ts'
import { notReady } from '../../platform/db/failures.ts'
import { openReadOnly } from '../../platform/db/sqlite-reader.ts'
import { places } from './manifest.ts'
import type { BlobFile } from './blob-files.ts'

/** Of files only: the bytes of small blobs are in the database. Garbage may go at any moment, so it is not promised. */
const wantedBlobs = `select b.sha256, b.size from blobs b where not exists (select 1 from blob_contents c where c.sha256 = b.sha256)
  and exists (select 1 from nodes n where n.sha256 = b.sha256)`
const garbageRows = `delete from blobs where not exists (select 1 from nodes n where n.sha256 = blobs.sha256)
  and not exists (select 1 from blob_contents c where c.sha256 = blobs.sha256)`

export async function takeSnapshot(config: Config, folder: string): Promise<BlobFile[]> {
  const target = places(folder).database
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true, mode: 0o700 })
  return config.databaseUrl === undefined
    ? snapshotSqlite(join(config.home, 'bindery.db'), join(target, 'bindery.db'))
    : snapshotPostgres(config.databaseUrl, join(target, 'bindery.dump'))
}

/** One read transaction from the first page to the last; the server's writers go on meanwhile. */
function snapshotSqlite(file: string, target: string): BlobFile[] {
  const source = openReadOnly(file)
  try {
    source.prepare('VACUUM INTO ?').run(target)
  } finally {
    source.close()
  }
  const snapshot = new DatabaseSync(target)
  try {
    snapshot.exec(garbageRows)
    return snapshot
      .prepare(wantedBlobs)
      .all()
      .map((row) => ({ sha256: String(row['sha256']), size: Number(row['size']) }))
  } finally {
    snapshot.close()
  }
}

async function snapshotPostgres(url: string, target: string): Promise<BlobFile[]> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const exported = await client.query<{ id: string }>('select pg_export_snapshot() as id')
    await runProgram(
      'pg_dump',
      [
        '--format=custom',
        `--snapshot=${exported.rows[0]?.id}`,
        '--no-owner',
        '--no-privileges',
        `--file=${target}`,
      ],
      url,
    )
    const { rows } = await client.query<{ sha256: string; size: string }>(wantedBlobs)
    return rows.map(({ sha256, size }) => ({ sha256, size: Number(size) }))
  } finally {
    await client.end()
  }
}

/** The address, which holds a password, goes by the environment: arguments can be read by everybody on the machine. */
export async function runProgram(program: string, args: string[], databaseUrl: string): Promise<void> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const env = {
    ...process.env,
    PGHOST: decodeURIComponent(hostname),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
  }
  try {
    await promisify(execFile)(program, args, { env })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw notReady(
        `${program} is not installed. Install the client programs of PostgreSQL and try again.`,
        error,
      )
    const why = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw notReady(`${program} failed: ${why}`, error)
  }
}
