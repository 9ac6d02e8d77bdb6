// Where blobs lie: 256 folders named by the first two digits of the digest, and one for what is not complete yet.
import { mkdirSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { GroupSync } from '../db/group-sync.ts'
import { closeFile, makeFolder, openFile, syncAll, syncFolder } from '../files.ts'

export const prefixes = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'))

export const isDigest = (text: string) => /^[0-9a-f]{64}$/.test(text)

export const blobPath = (folder: string, sha256: string) => join(folder, sha256.slice(0, 2), sha256)

export const temporaryFolder = (folder: string) => join(folder, 'tmp')

export async function prepareFolders(folder: string): Promise<void> {
  makeFolder(temporaryFolder(folder), 0o777)
  const there = new Set(await readdir(folder))
  const missing = prefixes.filter((prefix) => !there.has(prefix))
  // Synchronous: at the first start there is nobody to wait, and 256 turns of the thread pool take ten times as long.
  for (const prefix of missing) mkdirSync(join(folder, prefix), { recursive: true })
  if (missing.length > 0) await syncFolder(folder)
}

/** Removes what uploads left behind that never came to their end. */
export async function sweepTemporary(folder: string, olderThan: Date, log: Log): Promise<void> {
  const names = await readdir(temporaryFolder(folder))
  let removed = 0
  for (const name of names) {
    const path = join(temporaryFolder(folder), name)
    const found = await stat(path).catch(() => undefined)
    if (found === undefined || found.mtime > olderThan) continue
    await rm(path, { force: true })
    removed += 1
  }
  if (removed > 0) log.info('Removed unfinished uploads', { removed })
}

interface OpenFolder {
  opening: Promise<{ fd: number; group: GroupSync }>
  users: number
}

/** Makes the names in a blob's folder durable; those who ask at the same time share one sync. */
export class FolderSync {
  readonly #folder: string
  /** Whose last use is longest ago comes first. */
  readonly #opened = new Map<string, OpenFolder>()

  constructor(folder: string) {
    this.#folder = folder
  }

  async sync(sha256: string): Promise<void> {
    const folder = this.#take(sha256.slice(0, 2))
    const { group } = await folder.opening
    group.mark()
    // One that failed stays in use for ever: it remembers that, and must not be forgotten.
    await group.flush()
    folder.users -= 1
    await this.#closeSpare()
  }

  async close(): Promise<void> {
    for (const { opening } of this.#opened.values()) await closeFile((await opening).fd)
    this.#opened.clear()
  }

  #take(prefix: string): OpenFolder {
    const folder = this.#opened.get(prefix) ?? { opening: openFolder(join(this.#folder, prefix)), users: 0 }
    folder.users += 1
    this.#opened.delete(prefix)
    this.#opened.set(prefix, folder)
    // Too many files may be open now, and fewer later.
    folder.opening.catch(() => this.#opened.delete(prefix))
    return folder
  }

  async #closeSpare(): Promise<void> {
    for (const [prefix, { opening, users }] of this.#opened) {
      if (this.#opened.size <= mostOpenFolders) return
      if (users > 0) continue
      this.#opened.delete(prefix)
      await closeFile((await opening).fd)
    }
  }
}

// Some are kept open, because opening each time would cost more than syncing. Not all 256: a process may be allowed no more.
const mostOpenFolders = 64

async function openFolder(path: string) {
  const fd = await openFile(path, 'r')
  return { fd, group: new GroupSync(() => syncAll(fd)) }
}
