// Everything that a request can leave behind, rows and files, to be compared before and after what must be refused.
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Runs something that must be refused, and fails when it changed anything that is stored. */
export async function leavesNothing<T>(app: TestApp, act: () => Promise<T>): Promise<T> {
  const before = await storedIn(app)
  const result = await act()
  expect(await storedIn(app)).toEqual(before)
  return result
}

/** The same for a client that goes away: nobody tells us when the server has noticed. */
export async function leavesNothingSoon<T>(app: TestApp, act: () => Promise<T>): Promise<T> {
  const before = await storedIn(app)
  const result = await act()
  await expect.poll(() => storedIn(app)).toEqual(before)
  return result
}

export async function storedIn({ db, home }: TestApp) {
  return {
    nodes: await db.selectFrom('nodes').selectAll().orderBy('id').execute(),
    properties: await db.selectFrom('properties').selectAll().orderBy('node_id').orderBy('value').execute(),
    // Since when nothing refers to them is written later, by the care of the storage.
    blobs: await db.selectFrom('blobs').select(['sha256', 'size', 'created_at']).orderBy('sha256').execute(),
    contents: await db.selectFrom('blob_contents').select('sha256').orderBy('sha256').execute(),
    packages: await db.selectFrom('packages').selectAll().orderBy('id').execute(),
    versions: await db.selectFrom('versions').selectAll().orderBy('id').execute(),
    tags: await db.selectFrom('tags').selectAll().orderBy('package_id').orderBy('tag').execute(),
    // Their positions are given later, by whoever delivers them.
    events: await db.selectFrom('events').select(['id', 'kind', 'payload']).orderBy('sequence').execute(),
    jobs: await db.selectFrom('jobs').select(['id', 'kind']).orderBy('id').execute(),
    files: await filesBelow(join(home, 'blobs')),
  }
}

/** Every file below a folder, by its path in it. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}
