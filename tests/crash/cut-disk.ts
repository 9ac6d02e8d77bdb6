// The disk of a machine whose power fails, made again from what strace saw: of a file only the writes that a sync followed, of a
// folder only the names that a sync followed. What came later is lost, or, to be mean, kept here and there by chance. A rename is
// atomic, as every file system with a journal makes it; nothing else is taken for granted.
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Random } from './random.ts'
import type { SystemCall } from './system-calls.ts'
import { pathsOf, stringsOf, resultOf } from './call-arguments.ts'

interface Change {
  apply(): void
  isApplied: boolean
}

interface Inode {
  /** In the order in which they were made; those that are applied survive. */
  changes: Change[]
  /** Of a file. */
  bytes: Buffer
  size: number
  /** Of a folder: on the disk, and as the programs see it. */
  names: Map<string, Inode> | undefined
  seen: Map<string, Inode>
  /** Where the end is, as the programs see it. */
  seenSize: number
}

interface Opened {
  inode: Inode
  position: number
  appends: boolean
}

export class CutDisk {
  readonly #top: string
  readonly #root = newInode(true)
  readonly #inodes = [this.#root]
  readonly #opened = new Map<string, Opened>()
  /** What a sync that is under way has found: it promises that, and nothing that comes later. */
  readonly #syncs = new Map<SystemCall, [Inode, number]>()

  /** `top` is there before anything is traced, and nothing above it is looked at. */
  constructor(top: string) {
    this.#top = top
  }

  began(call: SystemCall): void {
    if (call.name !== 'fsync' && call.name !== 'fdatasync') return
    const inode = this.#opened.get(descriptorOf(call))?.inode
    if (inode) this.#syncs.set(call, [inode, inode.changes.length])
  }

  ended(call: SystemCall): void {
    if (resultOf(call) < 0) return
    const sync = this.#syncs.get(call)
    if (sync) for (const change of sync[0].changes.splice(0, sync[1])) applyOnce(change)
    else handlers[call.name]?.(this, call)
  }

  /** Writes what is left into an empty folder; with `chance` some of what was not synced, too. */
  restore(folder: string, chance?: Random): void {
    const undo = chance ? this.#keepSome(chance) : () => {}
    writeOut(folder, this.#root)
    undo()
  }

  open(call: SystemCall): void {
    const [path = ''] = pathsOf(call)
    const found = this.#find(path) ?? (call.text.includes('O_CREAT') ? this.#make(path, false) : undefined)
    const fd = String(resultOf(call))
    this.#opened.delete(fd)
    if (found === undefined) return
    if (call.text.includes('O_TRUNC')) this.#cut(found, 0)
    this.#opened.set(fd, { inode: found, position: 0, appends: call.text.includes('O_APPEND') })
  }

  write(call: SystemCall, isAt: boolean): void {
    const opened = this.#opened.get(descriptorOf(call))
    if (opened === undefined) return
    const bytes = Buffer.concat(stringsOf(call)).subarray(0, resultOf(call))
    const { inode } = opened
    const at = isAt ? offsetOf(call) : opened.appends ? inode.seenSize : opened.position
    if (!isAt) opened.position = at + bytes.length
    inode.seenSize = Math.max(inode.seenSize, at + bytes.length)
    note(inode, () => put(inode, bytes, at))
  }

  truncate(call: SystemCall): void {
    const inode = this.#opened.get(descriptorOf(call))?.inode
    if (inode) this.#cut(inode, offsetOf(call))
  }

  makeFolder(call: SystemCall): void {
    const [path = ''] = pathsOf(call)
    this.#make(path, true)
  }

  rename(call: SystemCall): void {
    const [from = '', to = ''] = pathsOf(call)
    const [source, target, inode] = [this.#find(dirname(from)), this.#find(dirname(to)), this.#find(from)]
    if (!source || !target || !inode) return
    source.seen.delete(basename(from))
    target.seen.set(basename(to), inode)
    const change = newChange(() => {
      source.names?.delete(basename(from))
      target.names?.set(basename(to), inode)
    })
    for (const folder of new Set([source, target])) folder.changes.push(change)
  }

  link(call: SystemCall): void {
    const [from = '', to = ''] = pathsOf(call)
    const [target, inode] = [this.#find(dirname(to)), this.#find(from)]
    if (target && inode) this.#name(target, basename(to), inode)
  }

  remove(call: SystemCall): void {
    const [path = ''] = pathsOf(call)
    const folder = this.#find(dirname(path))
    if (!folder) return
    folder.seen.delete(basename(path))
    note(folder, () => folder.names?.delete(basename(path)))
  }

  #cut(inode: Inode, size: number): void {
    inode.seenSize = size
    note(inode, () => {
      inode.size = Math.min(inode.size, size)
      if (size > inode.size) put(inode, Buffer.alloc(0), size)
      inode.bytes.fill(0, inode.size)
    })
  }

  #make(path: string, isFolder: boolean): Inode | undefined {
    const folder = this.#find(dirname(path))
    if (!folder) return undefined
    const made = newInode(isFolder)
    this.#inodes.push(made)
    this.#name(folder, basename(path), made)
    return made
  }

  #name(folder: Inode, name: string, inode: Inode): void {
    folder.seen.set(name, inode)
    note(folder, () => folder.names?.set(name, inode))
  }

  #find(path: string): Inode | undefined {
    if (path === this.#top) return this.#root
    if (!path.startsWith(`${this.#top}/`)) return undefined
    let inode: Inode | undefined = this.#root
    for (const name of path.slice(this.#top.length + 1).split('/')) inode = inode?.seen.get(name)
    return inode
  }

  /** Half of the changes that nobody synced, then back to how it was. */
  #keepSome(chance: Random): () => void {
    const undo: (() => void)[] = []
    const changed = this.#inodes.filter(({ changes }) => changes.length > 0)
    for (const inode of changed) {
      const { bytes, size, names } = inode
      undo.push(() => Object.assign(inode, { bytes, size, names }))
      Object.assign(inode, { bytes: Buffer.from(bytes), names: names && new Map(names) })
    }
    // Those of a rename stand in two folders, and are left to chance once.
    for (const change of new Set(changed.flatMap(({ changes }) => changes)))
      if (!change.isApplied && chance.next() < 0.5) change.apply()
    return () => {
      for (const step of undo) step()
    }
  }
}

const handlers: Record<string, (disk: CutDisk, call: SystemCall) => void> = {
  open: (disk, call) => disk.open(call),
  openat: (disk, call) => disk.open(call),
  write: (disk, call) => disk.write(call, false),
  writev: (disk, call) => disk.write(call, false),
  pwrite64: (disk, call) => disk.write(call, true),
  pwritev: (disk, call) => disk.write(call, true),
  ftruncate: (disk, call) => disk.truncate(call),
  mkdir: (disk, call) => disk.makeFolder(call),
  mkdirat: (disk, call) => disk.makeFolder(call),
  rename: (disk, call) => disk.rename(call),
  renameat: (disk, call) => disk.rename(call),
  renameat2: (disk, call) => disk.rename(call),
  link: (disk, call) => disk.link(call),
  linkat: (disk, call) => disk.link(call),
  unlink: (disk, call) => disk.remove(call),
  unlinkat: (disk, call) => disk.remove(call),
  rmdir: (disk, call) => disk.remove(call),
}

/** What must be traced for this. */
export const traced = [...Object.keys(handlers), 'fsync', 'fdatasync']

const newInode = (isFolder: boolean): Inode => ({
  changes: [],
  bytes: Buffer.alloc(0),
  size: 0,
  names: isFolder ? new Map() : undefined,
  seen: new Map(),
  seenSize: 0,
})

const newChange = (apply: () => void): Change => ({ apply, isApplied: false })
const note = (inode: Inode, apply: () => void) => void inode.changes.push(newChange(apply))

function applyOnce(change: Change): void {
  if (!change.isApplied) change.apply()
  change.isApplied = true
}

function put(inode: Inode, bytes: Buffer, at: number): void {
  const end = at + bytes.length
  if (end > inode.bytes.length) {
    const grown = Buffer.alloc(Math.max(end, 2 * inode.bytes.length))
    inode.bytes.copy(grown)
    inode.bytes = grown
  }
  bytes.copy(inode.bytes, at)
  inode.size = Math.max(inode.size, end)
}

function writeOut(path: string, inode: Inode): void {
  if (inode.names === undefined) return writeFileSync(path, inode.bytes.subarray(0, inode.size))
  mkdirSync(path, { recursive: true })
  for (const [name, child] of inode.names) writeOut(join(path, name), child)
}

const descriptorOf = ({ text }: SystemCall) => /^\w+\((\d+)</.exec(text)?.[1] ?? ''
/** The last argument. */
const offsetOf = ({ text }: SystemCall) => Number(/, (\d+)\)\s+= \d+$/.exec(text.slice(-60))?.[1])
