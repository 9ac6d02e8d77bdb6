// Files by descriptor, for the few places that every publish goes through: Node's FileHandle objects cost several
// times as much processor time as the calls behind them (measured: 0.3 ms of a publish of 10 kB).
import fs from 'node:fs'
import { dirname } from 'node:path'

export const openFile = (path: string, flags: 'r' | 'r+' | 'wx'): Promise<number> =>
  new Promise((resolve, reject) => {
    fs.open(path, flags, (error, fd) => (error === null ? resolve(fd) : reject(error)))
  })

export const closeFile = (fd: number) => call((done) => fs.close(fd, done))

/** Data and size; on Linux without the dates, which nobody needs after a crash. */
export const syncData = (fd: number) => call((done) => fs.fdatasync(fd, done))

/** For folders: makes the names in them durable. */
export const syncAll = (fd: number) => call((done) => fs.fsync(fd, done))

export async function syncFolder(path: string): Promise<void> {
  const fd = await openFile(path, 'r')
  await syncAll(fd).finally(() => closeFile(fd))
}

/** Where there is nobody to wait. */
export function syncFolderNow(path: string): void {
  const fd = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

export const renameFile = (from: string, to: string) => call((done) => fs.rename(from, to, done))

export const findSize = (path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    fs.stat(path, (error, found) => {
      if (error === null) resolve(found.size)
      else if (error.code === 'ENOENT') resolve(undefined)
      else reject(error)
    })
  })

/** The whole of it, however many calls that takes. */
export async function writeFully(fd: number, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.byteLength;) {
    written += await writeSome(fd, bytes.subarray(written), position + written)
  }
}

const writeSome = (fd: number, bytes: Uint8Array, position: number): Promise<number> =>
  new Promise((resolve, reject) => {
    fs.write(fd, bytes, 0, bytes.byteLength, position, (error, written) =>
      error === null ? resolve(written) : reject(error),
    )
  })

const call = (run: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => run((error) => (error ? reject(error) : resolve())))

/**
 * Every folder that is made is durable: without its name, what is synced in it would be lost with the power. Step by step:
 * Node's own recursive way never comes back where folders cannot be made at all, as in /proc.
 */
export function makeFolder(path: string, mode: number): void {
  if (fs.existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path), mode)
  try {
    fs.mkdirSync(path, { mode })
  } catch (error) {
    // Somebody else was faster.
    if (!fs.existsSync(path)) throw error
  }
  syncReadable(dirname(path))
}

/** A folder may be written without being readable, as those are that many share; then the kernel's own time has to do. */
function syncReadable(path: string): void {
  try {
    syncFolderNow(path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EACCES')) throw error
  }
}
