// Environments with what lies in them, and their order, in which things are promoted.
import { sql } from 'kysely'
import type { EnvironmentUse, environmentViews, Output, RepositoryKind } from '@bindery/contracts'
import { audit, type Doer } from '../../access/audit.ts'
import type { Access } from '../../access/access.ts'
import type { Db } from '../../platform/db/connect.ts'
import { holds } from '../../platform/db/json-list.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { fixed } from './environments.ts'

type Use = Output<(typeof environmentViews.use)['shape']>

const shown = 50

/** Those of all projects and, with a key, those of that project; there, only what is its own is counted. */
export async function readEnvironmentUse(db: Db, project: string): Promise<EnvironmentUse[]> {
  const rows = await db
    .selectFrom('environments')
    .select(['name', 'project_key'])
    .where('project_key', 'in', ['', project])
    .orderBy('position')
    .orderBy('name')
    .execute()
  const repositories = await countLists(db, 'repositories', project === '' ? undefined : [project])
  const roles = await countLists(db, 'roles', project === '' ? undefined : ['', project])
  return rows.map(({ name, project_key }) => ({
    name,
    isGlobal: project_key === '',
    isFixed: fixed.has(name),
    repositories: repositories.get(name) ?? 0,
    roles: roles.get(name) ?? 0,
  }))
}

/** How many rows name each environment. There are few different lists, however many rows have them. */
async function countLists(
  db: Db,
  table: 'repositories' | 'roles',
  projects: string[] | undefined,
): Promise<Map<string, number>> {
  const lists = await db
    .selectFrom(table)
    .select(['environments', sql<number>`count(*)`.as('count')])
    .where('environments', '<>', '[]')
    .$if(projects !== undefined, (query) => query.where('project_key', 'in', projects ?? []))
    .groupBy('environments')
    .execute()
  const counts = new Map<string, number>()
  for (const { environments, count } of lists)
    for (const name of JSON.parse(environments) as string[])
      counts.set(name, (counts.get(name) ?? 0) + Number(count))
  return counts
}

export async function readUse(db: Db, name: string): Promise<Use> {
  const known = await db.selectFrom('environments').select('name').where('name', '=', name).executeTakeFirst()
  if (!known) throw notFound('environment', name)
  const repositories = await db
    .selectFrom('repositories')
    .select(['key', 'format', 'kind'])
    .where(holds('environments', name))
    .orderBy('key')
    .limit(shown)
    .execute()
  const roles = await db
    .selectFrom('roles')
    .select(['name', 'project_key as project'])
    .where(holds('environments', name))
    .orderBy('name')
    .limit(shown)
    .execute()
  return { repositories: repositories.map((row) => ({ ...row, kind: row.kind as RepositoryKind })), roles }
}

/** The places that the global ones have are handed out anew, so that those of projects keep theirs. */
export async function orderEnvironments(access: Access, by: Doer, names: string[]): Promise<void> {
  await transaction(access.database, async (db) => {
    const rows = await db
      .selectFrom('environments')
      .select(['name', 'position'])
      .where('project_key', '=', '')
      .orderBy('position')
      .execute()
    const isSame = names.length === rows.length && rows.every((row) => names.includes(row.name))
    if (!isSame)
      throw badRequest(
        `Name every environment once. There are: ${rows.map((row) => row.name).join(', ')}.`,
        'names',
      )
    const places = rows.map((row) => row.position)
    const position = sql<number>`case name ${sql.join(
      names.map((name, index) => sql`when ${name} then ${sql.lit(places[index] ?? index)}`),
      sql` `,
    )} end`
    await db.updateTable('environments').set({ position }).where('project_key', '=', '').execute()
    await audit(access, db, by, { kind: 'environment.ordered', target: names.join(', ') })
  })
}
