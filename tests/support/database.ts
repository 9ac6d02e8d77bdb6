// The engine that this test command runs on, and a fresh database on it.
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

export type Engine = 'sqlite' | 'postgres'

export const engine: Engine = process.env.BINDERY_TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

export interface TestDatabase {
  /** What BINDERY_DATABASE_URL takes; undefined on SQLite, whose file lies in the data folder. */
  url: string | undefined
  /** On PostgreSQL only. */
  name: string | undefined
  drop(): Promise<void>
}

/** Empty, or as the named one is; on PostgreSQL. */
export async function createTestDatabase(template = 'template1'): Promise<TestDatabase> {
  if (engine === 'sqlite') return { url: undefined, name: undefined, drop: async () => {} }
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(clusterUrl(), `create database ${name} template ${template}`)
  const url = new URL(clusterUrl())
  url.pathname = `/${name}`
  return {
    url: url.href,
    name,
    drop: () => onServer(clusterUrl(), `drop database if exists ${name} with (force)`),
  }
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function clusterUrl(): string {
  const url = process.env.BINDERY_TEST_POSTGRES_URL
  if (url) return url
  throw new Error('No PostgreSQL is running for tests. Run them as: npm test -- --only postgres')
}
