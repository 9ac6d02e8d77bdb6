// A backup becomes an instance again, in a data folder and a database that are empty. Every byte is compared with its digest.
import { cp, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Client } from 'pg'
import type { Config } from '../../config.ts'
import { isArchive } from '../../platform/backup-folder.ts'
import { notReady } from '../../platform/db/failures.ts'
import { quote } from '../../platform/errors.ts'
import { isDigest } from '../../platform/blobs/folders.ts'
import { unpackArchive } from './archive.ts'
import { copyBlob } from './blob-files.ts'
import { type Manifest, places, readManifest } from './manifest.ts'
import { runProgram } from './snapshot.ts'

export async function restore(config: Config, given: string | undefined): Promise<void> {
  if (given === undefined) throw notReady('Say which folder: npm run restore -- FOLDER')
  const began = performance.now()
  await refuseUnlessEmpty(config)
  const { manifest, blobs, bytes } = isArchive(given)
    ? await restoreArchive(config, resolve(given))
    : await restoreFolder(config, resolve(given))
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(
    `Restored what was acknowledged before ${manifest.takenAt}: the database and ${blobs} files of ${bytes} bytes in ${seconds} s. Every file was compared with its digest. npm start serves it.`,
  )
}

interface Restored {
  manifest: Manifest
  blobs: number
  bytes: number
}

/** Unpacked inside the data folder, where the files of blobs need not be copied once more. */
async function restoreArchive(config: Config, archive: string): Promise<Restored> {
  const folder = join(config.home, 'unpacked')
  try {
    await unpackArchive(archive, folder)
    return await restoreFolder(config, folder, places(folder).blobs)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** `shared` is the folder of blobs, when its files may be shared. */
async function restoreFolder(config: Config, folder: string, shared?: string): Promise<Restored> {
  const manifest = await readManifest(folder)
  refuseOtherEngine(config, manifest)
  await mkdir(config.home, { recursive: true, mode: 0o750 })
  const { blobs, bytes } = await restoreBlobs(places(folder).blobs, join(config.home, 'blobs'), shared)
  if (blobs < manifest.blobs)
    throw notReady(`The backup names ${manifest.blobs} files and holds ${blobs}. Use another backup.`)
  await cp(places(folder).files, config.home, { recursive: true, preserveTimestamps: true })
  // Last, so that a restore that was interrupted has no database to start on.
  await restoreDatabase(config, places(folder).database)
  return { manifest, blobs, bytes }
}

async function refuseUnlessEmpty(config: Config): Promise<void> {
  const there = await readdir(config.home).catch(() => [])
  if (there.length > 0)
    throw notReady(
      `The data folder ${quote(config.home)} is not empty. Set BINDERY_HOME to a new folder, or move the old one away.`,
    )
}

function refuseOtherEngine(config: Config, { engine }: Manifest): void {
  const wanted = config.databaseUrl === undefined ? 'sqlite' : 'postgres'
  if (wanted !== engine)
    throw notReady(
      engine === 'postgres'
        ? 'This is a backup of an instance on PostgreSQL. Set BINDERY_DATABASE_URL to an empty database.'
        : 'This is a backup of an instance on SQLite. Remove BINDERY_DATABASE_URL.',
    )
}

async function restoreBlobs(
  from: string,
  to: string,
  shared: string | undefined,
): Promise<{ blobs: number; bytes: number }> {
  const sum = { blobs: 0, bytes: 0 }
  for (const prefix of await readdir(from).catch(() => [])) {
    for (const sha256 of (await readdir(join(from, prefix))).filter(isDigest)) {
      const { size } = await stat(join(from, prefix, sha256))
      const copied = await copyBlob(from, to, { sha256, size }, shared)
      if (copied === 'damaged')
        throw notReady(`The backup is damaged: ${sha256} is not what its name says. Use another backup.`)
      sum.blobs += 1
      sum.bytes += size
    }
  }
  return sum
}

async function restoreDatabase({ databaseUrl, home }: Config, from: string): Promise<void> {
  if (databaseUrl !== undefined) {
    await refuseTables(databaseUrl)
    const database = decodeURIComponent(new URL(databaseUrl).pathname.slice(1))
    const args = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges']
    await runProgram('pg_restore', [...args, `--dbname=${database}`, join(from, 'bindery.dump')], databaseUrl)
    // A dump holds no statistics, and without them PostgreSQL reads whole tables where an index would do.
    await withClient(databaseUrl, (client) => client.query('analyze'))
    return
  }
  const file = join(home, 'bindery.db')
  await cp(join(from, 'bindery.db'), file)
  const database = new DatabaseSync(file)
  const [result] = database.prepare('PRAGMA integrity_check').all()
  database.close()
  if (result?.['integrity_check'] !== 'ok')
    throw notReady('The database of the backup is damaged. Use another backup.')
}

async function refuseTables(databaseUrl: string): Promise<void> {
  const { rowCount } = await withClient(databaseUrl, (client) =>
    client.query("select 1 from pg_tables where schemaname = 'public' limit 1"),
  )
  if (rowCount !== 0)
    throw notReady('The database is not empty. Create a new one and name it in BINDERY_DATABASE_URL.')
}

async function withClient<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return work(client).finally(() => client.end())
}
