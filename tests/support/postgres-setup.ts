// Vitest's global setup of the `postgres` project: one cluster for all its test files.
import { startPostgres, type Cluster } from './postgres.ts'

let cluster: Cluster | undefined

export async function setup() {
  cluster = await startPostgres()
  // Workers inherit the environment; `database.ts` reads it there.
  process.env.BINDERY_TEST_POSTGRES_URL = cluster.url
}

export async function teardown() {
  await cluster?.stop()
}
