// Millions of nodes, written straight into the database: one statement for each table, the same for both engines. Numbers
// decide everything, so that every run has the same content: 200 repositories, folders three to eight deep, properties on a third.
import { sql } from 'kysely'
import type { Database, Db } from '../../apps/server/src/platform/db/connect.ts'
import { transaction } from '../../apps/server/src/platform/db/transaction.ts'

export const repositories = 200
const piece = 250_000

export async function fill(database: Database, nodes: number): Promise<void> {
  await transaction(database, (db) => fillRepositories(db))
  for (let start = 0; start < nodes; start += piece) {
    const end = Math.min(nodes, start + piece)
    await transaction(database, (db) => fillNodes(db, database.engine, start, end))
    console.error(`${end.toLocaleString('en')} nodes`)
  }
  // PostgreSQL does so by itself, a minute later; SQLite chooses without.
  if (database.engine === 'postgres') await sql`analyze`.execute(database.db)
}

/** What the numbered node is called, for questions about it. */
export const folderOf = (index: number) =>
  `org/g${Math.floor(index / 20_000)}/a${Math.floor(index / 400) % 50}${'/s/t/u/v/w'.slice(0, 2 * (index % 6))}`
export const fileOf = (index: number) => `file-${index}.${index % 5 === 0 ? 'pom' : 'jar'}`
export const repositoryOf = (index: number) => `bench-${index % repositories}`

async function fillRepositories(db: Db): Promise<void> {
  const rows = Array.from({ length: repositories }, (_, index) => ({
    id: `r${index}`,
    key: `bench-${index}`,
    folded_key: `bench-${index}`,
    kind: 'local',
    format: 'generic',
    description: '',
    settings: '{}',
    project_key: '',
    environments: '[]',
    created_at: '2026-01-01T00:00:00.000Z',
  }))
  await db.insertInto('repositories').values(rows).execute()
}

async function fillNodes(db: Db, engine: Database['engine'], start: number, end: number): Promise<void> {
  const numbers = sql`with recursive numbers(i) as (select cast(${start} as bigint) union all select i + 1 from numbers where i + 1 < ${end})`
  // Scattered like real digests; two files in a row share their bytes.
  const scattered = sql`((i / 2) * 2654435761 % 4294967296)`
  const hex =
    engine === 'sqlite' ? sql`printf('%08x', ${scattered})` : sql`lpad(to_hex(${scattered}), 8, '0')`
  const sum = (length: number) =>
    engine === 'sqlite'
      ? sql`(${hex} || printf('%0${sql.raw(String(length - 8))}x', i / 2))`
      : sql`(${hex} || lpad(to_hex(i / 2), ${sql.raw(String(length - 8))}, '0'))`
  const folder = sql`'org/g' || (i / 20000) || '/a' || (i / 400 % 50) || substr('/s/t/u/v/w', 1, cast(2 * (i % 6) as integer))`
  const name = sql`'file-' || i || case i % 5 when 0 then '.pom' else '.jar' end`
  const day = sql`'2026-0' || (1 + i % 9) || '-1' || (i % 10) || 'T10:20:30.123Z'`
  await sql`insert into blobs (sha256, sha1, md5, sha512, size, created_at)
    ${numbers} select ${sum(64)}, ${sum(40)}, ${sum(32)}, '', i % 100000, ${day} from numbers where i % 2 = 0`.execute(
    db,
  )
  await sql`insert into nodes (id, repository_id, path, parent, name, kind, sha256, size, mime_type, created_at, created_by, modified_at, modified_by)
    ${numbers} select 'n' || i, 'r' || (i % ${sql.raw(String(repositories))}), ${folder} || '/' || ${name}, ${folder}, ${name}, 'file', ${sum(64)},
      i % 100000, 'application/octet-stream', ${day}, 'bench', ${day}, 'bench' from numbers`.execute(db)
  await sql`insert into nodes (id, repository_id, path, parent, name, kind, size, mime_type, created_at, created_by, modified_at, modified_by)
    ${numbers} select distinct 'f' || (i % ${sql.raw(String(repositories))}) || ${folder}, 'r' || (i % ${sql.raw(String(repositories))}), ${folder}, '', ${folder}, 'folder', 0, '',
      '2026-01-01T00:00:00.000Z', 'bench', '2026-01-01T00:00:00.000Z', 'bench' from numbers where true on conflict do nothing`.execute(
    db,
  )
  for (const [key, value] of [
    ['build.name', sql`'build-' || (i % 1000)`],
    ['build.number', sql`'' || (i / 1000 % 1000)`],
    ['npm.name', sql`'package-' || i`],
  ] as const)
    await sql`insert into properties (node_id, key, value)
      ${numbers} select 'n' || i, ${sql.lit(key)}, ${value} from numbers where i % 3 = 0`.execute(db)
}
