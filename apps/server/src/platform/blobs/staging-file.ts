// An upload on its way to the disk: written in large blocks and hashed by threads at the same time, from the same
// shared memory. Two blocks take turns, so an upload never holds more than half a megabyte; one small block must do when many are under way.
// An upload that fits into a slab fills that instead, part by part, and is held until it is kept or given up.
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { StreamingDigests } from '../digests.ts'
import { closeFile, openFile, syncData, writeFully } from '../files.ts'
import { noteCopied } from '../spare-memory.ts'
import type { StoredBlob } from './blob-store.ts'
import { sharedBlocks } from './blocks.ts'
import type { GrowingFile } from './growing-file.ts'
import { slabs } from './slabs.ts'

interface Block {
  bytes: Uint8Array
  /** Settles when the block is on its way to the disk. */
  written: Promise<void>
  /** Settles when the block is on its way to the disk and hashed, so that it can be filled again. */
  done: Promise<void>
}

export class StagingFile {
  readonly path: string
  /** Told how far the file can be read, when somebody reads it while it arrives. */
  growing: GrowingFile | undefined
  readonly #fd: number
  readonly #digests: StreamingDigests
  readonly #sha512: boolean
  readonly #slab: Uint8Array | undefined
  #blocks: [Block, ...Block[]]
  #filled = 0
  #written = 0
  #hasLostDigests = false
  #hasBlocks = true
  #isOpen = true
  #syncing: Promise<void> | undefined
  #flushing = Promise.resolve()
  #isFlushing = false
  #flushed = 0

  /** `announced` is how many bytes will come, 0 when nobody knows. */
  static async open(
    path: string,
    { announced, sha512 }: { announced: number; sha512: boolean },
  ): Promise<StagingFile> {
    return new StagingFile(path, await openFile(path, 'wx'), slabs.take(announced), sha512)
  }

  private constructor(path: string, fd: number, slab: Uint8Array | undefined, sha512: boolean) {
    this.path = path
    this.#fd = fd
    this.#sha512 = sha512
    this.#digests = new StreamingDigests({ sha512 })
    this.#slab = slab
    this.#blocks = slab === undefined ? newBlocks() : partsOf(slab)
  }

  /** All bytes, if they are held; not any more once the file is synced or abandoned. */
  get held(): Buffer | undefined {
    return this.#slab && this.#hasBlocks && this.#written <= this.#slab.byteLength
      ? Buffer.from(this.#slab.buffer, 0, this.#written)
      : undefined
  }

  /** Resolves when the chunk has been taken, which waits for the disk and the threads if they are behind. */
  async write(chunk: Uint8Array): Promise<void> {
    for (let taken = 0; taken < chunk.byteLength;) {
      const [block] = this.#blocks
      if (this.#filled === 0) await block.done
      const part = chunk.subarray(taken, taken + block.bytes.byteLength - this.#filled)
      block.bytes.set(part, this.#filled)
      taken += part.byteLength
      this.#filled += part.byteLength
      if (this.#filled === block.bytes.byteLength) this.#passOn()
    }
    noteCopied(chunk.byteLength)
  }

  /** Everything is written and hashed. It is being synced, while the rest is hashed and the format looks into it. */
  async finish(): Promise<StoredBlob> {
    if (this.#filled > 0) this.#passOn()
    // The kernel tells a failure once: after one while it arrived, this sync would know nothing of it.
    this.#syncing = Promise.all([this.#flushing, ...this.#blocks.map((block) => block.written)]).then(() =>
      syncData(this.#fd),
    )
    // Looked at by whoever keeps it; a failure before that is not unhandled.
    this.#syncing.catch(() => {})
    await Promise.all(this.#blocks.map((block) => block.done))
    if (this.held === undefined) this.#giveBlocks()
    const digests = await this.#digests.finish().catch(() => undefined)
    if (digests !== undefined && !this.#hasLostDigests) return digests
    return hashFile(this.path, this.#sha512)
  }

  async sync(): Promise<void> {
    await (this.#syncing ?? syncData(this.#fd))
    this.#giveBlocks()
    await this.#close()
  }

  /** Removes what is there. Never throws: it runs when something else has gone wrong already. */
  async abandon(): Promise<void> {
    await Promise.allSettled([...this.#blocks.map((block) => block.done), this.#syncing])
    this.#digests.abandon()
    this.#giveBlocks()
    await this.#close().catch(() => {})
    await rm(this.path, { force: true }).catch(() => {})
  }

  // Once: the number may belong to another file by the second time.
  async #close(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    await this.#flushing.catch(() => {})
    await closeFile(this.#fd)
  }

  #giveBlocks(): void {
    if (!this.#hasBlocks) return
    this.#hasBlocks = false
    if (this.#slab === undefined) for (const { bytes } of this.#blocks) sharedBlocks.give(bytes)
    else slabs.give(this.#slab)
  }

  /** Has the kernel write while the rest arrives, so that little is left for the sync at the end, which everybody waits for. */
  #flush(): void {
    if (this.#isFlushing || this.#written - this.#flushed < flushEvery) return
    this.#flushed = this.#written
    this.#isFlushing = true
    this.#flushing = syncData(this.#fd)
    this.#flushing.then(
      () => {
        this.#isFlushing = false
      },
      () => {},
    )
  }

  #passOn(): void {
    const [block] = this.#blocks
    const bytes = block.bytes.subarray(0, this.#filled)
    const hashed = this.#digests.update(bytes).catch(() => {
      // A thread died. The bytes are in the file, so they are hashed again at the end.
      this.#hasLostDigests = true
    })
    block.written = writeFully(this.#fd, bytes, this.#written)
    block.done = Promise.all([block.written, hashed]).then(() => {})
    // Looked at when the block is needed again; a failure before that is not unhandled.
    block.done.catch(() => {})
    this.#written += bytes.byteLength
    this.#filled = 0
    this.#flush()
    const arrived = this.#written
    // The block before this one may still be on its way.
    void Promise.all(this.#blocks.map(({ done }) => done)).then(
      () => this.growing?.advance(arrived),
      () => {},
    )
    // The next in turn: should more come than was announced, a slab begins anew like any other blocks.
    const [first, ...others] = this.#blocks
    this.#blocks = [others[0] ?? first, ...others.slice(1), ...(others.length > 0 ? [first] : [])]
  }
}

function partsOf(slab: Uint8Array): [Block, ...Block[]] {
  const parts = Array.from({ length: slab.byteLength / partBytes }, (_, index): Block => ({
    bytes: slab.subarray(index * partBytes, (index + 1) * partBytes),
    written: Promise.resolve(),
    done: Promise.resolve(),
  }))
  // A slab has several.
  return parts as [Block, ...Block[]]
}

const partBytes = 256 * 1024
const flushEvery = 16 * 1024 * 1024

function newBlocks(): [Block, ...Block[]] {
  const newBlock = (): Block => ({
    bytes: sharedBlocks.take(),
    written: Promise.resolve(),
    done: Promise.resolve(),
  })
  const first = newBlock()
  return sharedBlocks.isScarce ? [first] : [first, newBlock()]
}

async function hashFile(path: string, sha512: boolean): Promise<StoredBlob> {
  const digests = new StreamingDigests({ isInline: true, sha512 })
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) await digests.update(chunk)
  return digests.finish()
}
