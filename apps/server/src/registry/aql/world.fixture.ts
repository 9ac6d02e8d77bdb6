// A small world of items, in the database and in memory, for tests that compare the two.
import { systemActor } from '../../access/actor.ts'
import type { Actor } from '../../access/actor.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { NodeRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { nameOf, parentOf } from '../paths.ts'
import type { Registry } from '../registry.ts'
import { parseQuery } from './parse.ts'
import { search } from './run.ts'

export interface WorldItem {
  row: NodeRow
  /** Its repository by every name that a criterion may use, the one in answers first. */
  repo: string
  virtuals: string[]
  sha1: string | null
  properties: { key: string; value: string }[]
  downloads: number | null
}

export interface World {
  registry: Registry
  items: WorldItem[]
  /** Of the repositories: items without rows. */
  roots: WorldItem[]
}

/** The same numbers for the same seed. */
export function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  return { next, below, pick }
}

export const words = ['a', 'ab', 'b', 'B', 'lib', 'lib-1.0.jar', 'x%_y', '[z]', 'é.zip', 'pom.xml'] as const
export const keys = ['colour', 'build.name', 'k'] as const
export const values = ['red', 'Red', 'blue', 'r*d', '1', ''] as const

const repositories = [
  { id: 'r1', key: 'one', kind: 'local', settings: '{}', virtuals: ['all'] },
  { id: 'r2', key: 'two', kind: 'local', settings: '{}', virtuals: [] },
  { id: 'r3', key: 'far', kind: 'remote', settings: '{"url":"http://127.0.0.1:1"}', virtuals: ['all'] },
  { id: 'r4', key: 'all', kind: 'virtual', settings: '{"repositories":["one","far"]}', virtuals: [] },
]

const made = '2026-01-01T00:00:00.000Z'

export async function createWorld(database: Database, count: number): Promise<World> {
  const random = createRandom(7)
  const at = (day: number) => `2026-0${1 + (day % 9)}-15T10:00:00.000Z`
  const items = new Map<string, WorldItem>()
  for (let index = 0; index < count; index++) {
    const { id, key, kind, virtuals } = random.pick(repositories.slice(0, 3))
    const path = Array.from({ length: 1 + random.below(4) }, () => random.pick(words)).join('/')
    const isFolder = random.next() < 0.2
    const bytes = String(random.below(20))
    const row: NodeRow = {
      id: `n${String(index).padStart(6, '0')}`,
      repository_id: id,
      path,
      parent: parentOf(path),
      name: nameOf(path),
      kind: isFolder ? 'folder' : 'file',
      sha256: isFolder ? null : `sha256-${bytes}`,
      size: isFolder ? 0 : random.below(50),
      mime_type: '',
      created_at: at(random.below(9)),
      created_by: 'ann',
      modified_at: at(random.below(9)),
      modified_by: 'ben',
      version_id: null,
      updated_at: null,
      declared_sums: null,
      ...sumsBeside(isFolder || index % 2 === 0 ? undefined : bytes),
    }
    const properties = Array.from({ length: random.below(4) }, () => ({
      key: random.pick(keys),
      value: random.pick(values),
    }))
    const unique = new Map(properties.map((one) => [`${one.key} ${one.value}`, one]))
    items.set(`${id} ${path}`, {
      row,
      repo: kind === 'remote' ? `${key}-cache` : key,
      virtuals: kind === 'remote' ? [key, ...virtuals] : virtuals,
      sha1: isFolder ? null : `sha1-${bytes}`,
      properties: [...unique.values()],
      downloads: random.next() < 0.5 ? null : random.below(5),
    })
  }
  await store(database, [...items.values()])
  // Searches need nothing else of it.
  const registry = { database, clock: systemClock } as Registry
  return { registry, items: [...items.values()], roots: repositories.slice(0, 3).map(rootOf) }
}

/** Files from before this was kept have none. */
const sumsBeside = (bytes: string | undefined) => ({
  sha1: bytes === undefined ? null : `sha1-${bytes}`,
  md5: bytes === undefined ? null : `md5-${bytes}`,
})

const rootOf = ({ id, key, kind, virtuals }: (typeof repositories)[number]): WorldItem => ({
  row: {
    id: '',
    repository_id: id,
    path: '.',
    parent: '',
    name: '.',
    kind: 'folder',
    sha256: null,
    size: 0,
    mime_type: '',
    created_at: made,
    created_by: 'system',
    modified_at: made,
    modified_by: 'system',
    version_id: null,
    updated_at: null,
    declared_sums: null,
    ...sumsBeside(undefined),
  },
  repo: kind === 'remote' ? `${key}-cache` : key,
  virtuals: kind === 'remote' ? [key, ...virtuals] : virtuals,
  sha1: null,
  properties: [],
  downloads: null,
})

async function store(database: Database, items: WorldItem[]): Promise<void> {
  const now = made
  await transaction(database, async (db) => {
    await db
      .insertInto('repositories')
      .values(
        repositories.map(({ id, key, kind, settings }) => ({
          id,
          key,
          kind,
          settings,
          folded_key: key,
          format: 'generic',
          description: '',
          project_key: '',
          environments: '[]',
          created_at: now,
        })),
      )
      .execute()
    const blobs = Array.from({ length: 20 }, (_, index) => ({
      sha256: `sha256-${index}`,
      sha1: `sha1-${index}`,
      md5: `md5-${index}`,
      sha512: '',
      size: 1,
      created_at: now,
    }))
    await db.insertInto('blobs').values(blobs).execute()
    for (let start = 0; start < items.length; start += 200) {
      const some = items.slice(start, start + 200)
      await db
        .insertInto('nodes')
        .values(some.map(({ row }) => row))
        .execute()
      const properties = some.flatMap(({ row, properties: own }) =>
        own.map((one) => ({ node_id: row.id, repository_id: row.repository_id, ...one })),
      )
      if (properties.length > 0) await db.insertInto('properties').values(properties).execute()
      const stats = some.flatMap(({ row, downloads }) =>
        downloads === null ? [] : [{ node_id: row.id, downloads, downloaded_at: now, downloaded_by: 'cem' }],
      )
      if (stats.length > 0) await db.insertInto('node_stats').values(stats).execute()
    }
  })
}

/** Everything that a query finds. */
export async function findAll(
  { registry }: World,
  text: string,
  actor: Actor = systemActor,
): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = []
  for await (const rows of search(registry, actor, parseQuery(text))) found.push(...rows)
  return found
}
