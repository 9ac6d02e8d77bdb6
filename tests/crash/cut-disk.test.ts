import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CutDisk } from './cut-disk.ts'
import { createRandom } from './random.ts'

const hex = (text: string) => `"${Buffer.from(text).toString('hex').replaceAll(/../g, '\\x$&')}"`
const at = (path: string) => hex(`/top/${path}`)

/** What a disk holds after these calls and a power cut. */
function afterwards(lines: string[], chance?: string): Record<string, string> {
  const disk = new CutDisk('/top')
  for (const text of lines) {
    const call = { name: /^\w+/.exec(text)?.[0] ?? '', text, began: 0, ended: 0 }
    disk.began(call)
    disk.ended(call)
  }
  const folder = mkdtempSync(join(tmpdir(), 'bindery-cut-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  disk.restore(folder, chance === undefined ? undefined : createRandom(chance))
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Object.fromEntries(
    names.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')]),
  )
}

const openTop = `openat(AT_FDCWD</x>, ${hex('/top')}, O_RDONLY) = 3</top>`
const open = `openat(AT_FDCWD</x>, ${at('a')}, O_WRONLY|O_CREAT) = 4</top/a>`
const write = `pwrite64(4</top/a>, ${hex('hello')}, 5, 0) = 5`
const syncFile = 'fdatasync(4</top/a>) = 0'
const syncTop = 'fsync(3</top>) = 0'

test('what was synced is there: bytes and name; with one of them only it is empty or gone', () => {
  expect(afterwards([openTop, open, write, syncFile, syncTop])).toEqual({ a: 'hello' })
  expect(afterwards([openTop, open, write, syncTop])).toEqual({ a: '' })
  expect(afterwards([openTop, open, write, syncFile])).toEqual({})
  expect(afterwards([openTop, open, syncTop, syncFile, write])).toEqual({ a: '' })
})

test('a rename is there as a whole or not at all, and a folder needs the sync of its own', () => {
  const made = `mkdir(${at('folder')}, 0777) = 0`
  const openMade = `openat(AT_FDCWD</x>, ${at('folder')}, O_RDONLY) = 5</top/folder>`
  const rename = `rename(${at('a')}, ${at('folder/b')}) = 0`
  const syncMade = 'fsync(5</top/folder>) = 0'
  const start = [openTop, open, write, syncFile, syncTop, made, openMade]
  expect(afterwards([...start, rename])).toEqual({ a: 'hello' })
  expect(afterwards([...start, syncTop, rename, syncMade])).toEqual({ b: 'hello' })
  expect(afterwards([...start, rename, syncMade])).toEqual({})
})

test('what was not synced may be there by chance, and calls that failed did nothing', () => {
  const seen = Array.from({ length: 30 }, (_, seed) => afterwards([openTop, open, write], String(seed)))
  expect(new Set(seen.map((found) => found['a']))).toEqual(new Set([undefined, '', 'hello']))
  const failed = `rename(${at('a')}, ${at('b')}) = -1 EXDEV (Invalid cross-device link)`
  expect(afterwards([openTop, open, write, syncFile, failed, syncTop])).toEqual({ a: 'hello' })
})
