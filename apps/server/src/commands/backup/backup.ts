// A backup of an instance, running or not: blobs first, then the database at one moment, then the blobs that came between. The
// same folder again copies only what is new; a new folder shares what the newest backup beside it has. A
// name that ends in .tar.gz makes one file of it.
import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { backupFolder, isArchive } from '../../platform/backup-folder.ts'
import { isFull, notReady } from '../../platform/db/failures.ts'
import { quote } from '../../platform/errors.ts'
import { productVersion } from '../../platform/version.ts'
import { inFolderOf, packFolder } from './archive.ts'
import { type BlobFile, copyBlob, pruneBlobs } from './blob-files.ts'
import { findNeighbour, places, writeManifest } from './manifest.ts'
import { takeSnapshot } from './snapshot.ts'

const attempts = 3

export async function backup(config: Config, given: string | undefined): Promise<void> {
  const target = choosePlace(config, given)
  const began = performance.now()
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const { blobs, bytes, takenAt, told } = await make(config, target).catch((error: unknown) => {
    throw isFull(error) ? noRoom(target, error) : error
  })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(
    `Backed up to ${target}: the database and ${blobs} files of ${bytes} bytes in ${seconds} s. It holds everything that was acknowledged before ${takenAt}.${told}`,
  )
}

const noRoom = (target: string, cause: unknown) =>
  notReady(
    `There is no room left on the disk that holds ${quote(target)}. Make room there, or name another.`,
    cause,
  )

const make = async (config: Config, target: string): Promise<Made> =>
  isArchive(target) ? makeArchive(config, target) : makeFolder(config, target, await findNeighbour(target))

interface Made {
  blobs: number
  bytes: number
  /** Everything acknowledged before is in it. */
  takenAt: string
  /** More for people, beginning with a blank. */
  told: string
}

/** Its folder shares the files of the instance as long as it is there, so that only the archive takes room. */
const makeArchive = (config: Config, archive: string): Promise<Made> =>
  inFolderOf(archive, async (folder) => {
    const made = await makeFolder(config, folder, config.home)
    await packFolder(folder, archive)
    return { ...made, told: '' }
  })

/** `neighbour` has a folder `blobs` with files that may be shared. */
async function makeFolder(config: Config, folder: string, neighbour: string | undefined): Promise<Made> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { blobs, shared, takenAt } = await copyEverything(config, folder, neighbour)
  await copyFiles(config.home, places(folder).files)
  const bytes = blobs.reduce((sum, { size }) => sum + size, 0)
  const engine = config.databaseUrl === undefined ? 'sqlite' : 'postgres'
  await writeManifest(folder, { version: productVersion, engine, takenAt, blobs: blobs.length, bytes })
  const pruned = await pruneBlobs(places(folder).blobs, new Set(blobs.map(({ sha256 }) => sha256)))
  const told =
    (shared > 0 ? ` ${shared} of them are shared with the backup at ${neighbour}.` : '') +
    (pruned > 0 ? ` ${pruned} files that are not needed any more were removed from it.` : '')
  return { blobs: blobs.length, bytes, takenAt, told }
}

function choosePlace(config: Config, given: string | undefined): string {
  if (given === undefined) throw notReady('Say which folder: npm run backup -- FOLDER')
  const place = resolve(given)
  const isIn = (parent: string) => `${place}/`.startsWith(`${resolve(parent)}/`)
  if (isIn(config.home) && !isIn(backupFolder(config.home)))
    throw notReady('The folder of a backup cannot lie in the data folder. Choose one on another disk.')
  return place
}

/** A blob that was stored and removed between the snapshot and its copy is missing; then the next snapshot does not name it. */
async function copyEverything(
  config: Config,
  folder: string,
  neighbour: string | undefined,
): Promise<{ blobs: BlobFile[]; shared: number; takenAt: string }> {
  const [from, to] = [join(config.home, 'blobs'), places(folder).blobs]
  const sharing = neighbour && places(neighbour).blobs
  let shared = 0
  for (let attempt = 1; ; attempt++) {
    // Copying may take hours: what is written meanwhile is not in it.
    const takenAt = new Date().toISOString()
    const blobs = await takeSnapshot(config, folder)
    const lost: string[] = []
    for (const blob of blobs) {
      const copied = await copyBlob(from, to, blob, sharing)
      if (copied === 'shared') shared += 1
      if (copied === 'missing' || copied === 'damaged') lost.push(`${copied}: ${blob.sha256}`)
    }
    if (lost.length === 0) return { blobs, shared, takenAt }
    if (attempt === attempts)
      throw notReady(
        `${lost.length} stored files cannot be backed up (${lost.slice(0, 3).join(', ')}). npm run fsck says which paths they hurt. The backup at ${quote(folder)} is not complete.`,
      )
  }
}

/** Everything else in the data folder: keys, certificates, the configuration; but no other backups. */
async function copyFiles(home: string, target: string): Promise<void> {
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true, mode: 0o700 })
  const names = await readdir(home)
  const isCopied = (name: string) =>
    !['blobs', 'log', 'backup'].includes(name) && !name.startsWith('bindery.db')
  for (const name of names.filter(isCopied))
    await cp(join(home, name), join(target, name), { recursive: true, preserveTimestamps: true })
}
