// A backup as one file: the folder of a backup, packed. The manifest is its last entry, as it is the last file of a folder.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { extract, pack, type Pack } from 'tar-stream'
import { unfinishedArchive } from '../../platform/backup-folder.ts'
import { notReady } from '../../platform/db/failures.ts'
import { quote } from '../../platform/errors.ts'
import { places } from './manifest.ts'

export async function packFolder(folder: string, archive: string): Promise<void> {
  const { file } = unfinishedArchive(archive)
  const tar = pack()
  // What is stored is mostly compressed already.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED })
  const writing = pipeline(tar, gzip, createWriteStream(file, { mode: 0o600, flush: true }))
  // Told by the await below; until then it must not end the process.
  writing.catch(() => undefined)
  for (const path of await filesIn(folder)) await packFile(tar, folder, path)
  tar.finalize()
  await writing
  await rename(file, archive)
}

/** The manifest last. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const { manifest } = places(folder)
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return [...files.filter((path) => path !== manifest), manifest]
}

async function packFile(tar: Pack, folder: string, path: string): Promise<void> {
  const { size, mtime, mode } = await stat(path)
  const entry = tar.entry({ name: relative(folder, path), size, mtime, mode: mode & 0o777 })
  await pipeline(createReadStream(path, { highWaterMark: 512 * 1024 }), entry)
}

export async function unpackArchive(archive: string, folder: string): Promise<void> {
  await stat(archive).catch((cause: unknown) => {
    throw notReady(`${quote(archive)} cannot be read. Name the archive of a backup.`, cause)
  })
  const entries = extract()
  const reading = pipeline(createReadStream(archive), createGunzip(), entries)
  // Told by the await below, or by the entries that end.
  reading.catch(() => undefined)
  try {
    for await (const entry of entries) {
      const { name, type, mode } = entry.header
      const path = resolve(folder, name)
      if (type !== 'file' || !path.startsWith(`${folder}/`))
        throw new Error(`${quote(name)} is no file of it`)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Of another library of streams.
      const bytes = Readable.from(entry, { objectMode: false })
      await pipeline(bytes, createWriteStream(path, { mode: mode ?? 0o600 }))
    }
    await reading
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw notReady(`${quote(archive)} is damaged or not complete (${why}). Use another backup.`, error)
  } finally {
    entries.destroy()
  }
}

/** The folder that an archive is made from. What is not finished is gone at the end, and what a killed one left at the beginning. */
export async function inFolderOf<T>(archive: string, work: (folder: string) => Promise<T>): Promise<T> {
  const { folder, file } = unfinishedArchive(archive)
  const clear = async () => {
    for (const path of [folder, file]) await rm(path, { recursive: true, force: true })
  }
  await clear()
  return work(folder).finally(clear)
}
