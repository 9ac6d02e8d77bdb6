import { makeFolder } from './files.ts'
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { open, rename, unlink, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { LogTarget } from './log-writer.ts'

/** A file that is put aside as `name.1.log`, `name.2.log` … when it is full; the oldest goes. */
export class RotatingFile implements LogTarget {
  readonly #path: string
  readonly #maxSize: number
  readonly #maxFiles: number
  #handle: FileHandle | undefined
  #size = 0
  /** The last write stopped in the middle of a line; the next begins a new one. */
  #isTorn = false

  constructor(path: string, options: { maxSize: number; maxFiles: number }) {
    this.#path = path
    this.#maxSize = options.maxSize
    this.#maxFiles = options.maxFiles
  }

  async write(given: Buffer): Promise<void> {
    let bytes = given
    while (bytes.length > 0) {
      const handle = await this.#openCurrent()
      const part = bytes.subarray(0, this.#cutAt(bytes))
      bytes = bytes.subarray(part.length)
      await this.#append(handle, part)
      if (this.#size >= this.#maxSize) await this.#rotate()
    }
  }

  writeSync(bytes: Buffer): void {
    makeFolder(dirname(this.#path), 0o700)
    const descriptor = openSync(this.#path, 'a', 0o600)
    try {
      writeSync(descriptor, bytes)
    } finally {
      closeSync(descriptor)
    }
  }

  async close(): Promise<void> {
    await this.#handle?.close()
    this.#handle = undefined
  }

  async #openCurrent(): Promise<FileHandle> {
    if (this.#handle) return this.#handle
    makeFolder(dirname(this.#path), 0o700)
    this.#size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0
    this.#handle = await open(this.#path, 'a', 0o600)
    return this.#handle
  }

  async #append(handle: FileHandle, part: Buffer): Promise<void> {
    const whole = this.#isTorn ? Buffer.concat([Buffer.from('\n'), part]) : part
    this.#isTorn = true
    await writeAll(handle, whole)
    this.#isTorn = false
    this.#size += whole.length
  }

  /** Whole lines up to the size of a file; at least one line, however long. */
  #cutAt(bytes: Buffer): number {
    const room = this.#maxSize - this.#size
    if (bytes.length <= room) return bytes.length
    const before = room > 0 ? bytes.lastIndexOf(10, room - 1) : -1
    const end = before >= 0 ? before : bytes.indexOf(10)
    return end < 0 ? bytes.length : end + 1
  }

  async #rotate(): Promise<void> {
    await this.close()
    const numbered = (number: number) =>
      number === 0 ? this.#path : this.#path.replace(/\.log$/, `.${number}.log`)
    const last = this.#maxFiles - 1
    if (last === 0) return unlink(this.#path)
    for (let number = last - 1; number >= 0; number--)
      await renameIfThere(numbered(number), numbered(number + 1))
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  let done = 0
  while (done < bytes.length) done += (await handle.write(bytes, done)).bytesWritten
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}
