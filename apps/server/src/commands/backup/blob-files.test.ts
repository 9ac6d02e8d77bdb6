import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { link, mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { blobPath } from '../../platform/blobs/folders.ts'
import { copyBlob } from './blob-files.ts'

test('what a killed backup was about to share is not written to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-blob-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [bytes, sha256] = ['the bytes', hash('sha256', 'the bytes')]
  const [live, earlier, later] = ['live', 'earlier', 'later'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const place of [live, earlier, later])
    await mkdir(dirname(blobPath(place, sha256)), { recursive: true })
  await writeFile(blobPath(live, sha256), bytes)
  // Not what its name says, so that one sees whether it is written to.
  await writeFile(blobPath(earlier, sha256), 'damaged')
  await link(blobPath(earlier, sha256), `${blobPath(later, sha256)}.new`)
  expect(await copyBlob(live, later, { sha256, size: bytes.length })).toBe('copied')
  expect(await readFile(blobPath(later, sha256), 'utf8')).toBe(bytes)
  expect(await readFile(blobPath(earlier, sha256), 'utf8')).toBe('damaged')
})
