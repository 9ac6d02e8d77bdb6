// Environments, global (key ``) or of one project, in their order. DEV and PROD are there from the start and stay.
import { sql } from 'kysely'
import { audit, type Doer } from '../../access/audit.ts'
import type { Access } from '../../access/access.ts'
import { changeAccess } from '../../access/rules/access-version.ts'
import type { Db } from '../../platform/db/connect.ts'
import { holds } from '../../platform/db/json-list.ts'
import { isUniqueViolation, transaction } from '../../platform/db/transaction.ts'
import { badRequest, conflict, notFound } from '../../platform/errors.ts'

export const fixed = new Set(['DEV', 'PROD'])

export const listEnvironments = (access: Access, project: string): Promise<{ name: string }[]> =>
  access.database.db
    .selectFrom('environments')
    .select('name')
    .where('project_key', 'in', ['', project])
    .orderBy('position')
    .orderBy('name')
    .execute()

export async function createEnvironment(
  access: Access,
  by: Doer,
  project: string,
  name: string,
): Promise<{ name: string }> {
  requirePrefix(project, name)
  await transaction(access.database, async (db) => {
    await refuseTaken(db, project, name)
    const { last } = await db
      .selectFrom('environments')
      .select((select) => select.fn.max('position').as('last'))
      .executeTakeFirstOrThrow()
    await db
      .insertInto('environments')
      .values({ project_key: project, name, position: Number(last) + 1 })
      .execute()
    await audit(access, db, by, { kind: 'environment.created', target: name, detail: { project } })
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken(name) : error
  })
  return { name }
}

export async function renameEnvironment(
  access: Access,
  by: Doer,
  project: string,
  name: string,
  newName: string,
): Promise<{ name: string }> {
  requirePrefix(project, newName)
  refuseFixed(name)
  await changeAccess(access, 'people', async (db) => {
    if (newName !== name) await refuseTaken(db, project, newName)
    const { numUpdatedRows } = await db
      .updateTable('environments')
      .set({ name: newName })
      .where('project_key', '=', project)
      .where('name', '=', name)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound('environment', name)
    // The lists are JSON of names without quotes or backslashes, so that a quoted name is found exactly.
    const environments = sql<string>`replace(environments, ${`"${name}"`}, ${`"${newName}"`})`
    for (const table of ['roles', 'repositories'] as const)
      await db
        .updateTable(table)
        .set({ environments })
        .where(holds('environments', name))
        .$if(project !== '', (query) => query.where('project_key', '=', project))
        .execute()
    await audit(access, db, by, { kind: 'environment.renamed', target: name, detail: { project, newName } })
  })
  return { name: newName }
}

export async function removeEnvironment(
  access: Access,
  by: Doer,
  project: string,
  name: string,
): Promise<void> {
  refuseFixed(name)
  await transaction(access.database, async (db) => {
    const users = await usersOf(db, name)
    if (users.length > 0) throw conflict(`${name} is used by ${users.join(', ')}. Take it out of them first.`)
    const { numDeletedRows } = await db
      .deleteFrom('environments')
      .where('project_key', '=', project)
      .where('name', '=', name)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('environment', name)
    await audit(access, db, by, { kind: 'environment.deleted', target: name, detail: { project } })
  })
}

/** A few of the repositories and roles that name it. */
async function usersOf(db: Db, name: string): Promise<string[]> {
  const repositories = await db
    .selectFrom('repositories')
    .select('key as name')
    .where(holds('environments', name))
    .limit(3)
    .execute()
  const roles = await db
    .selectFrom('roles')
    .select('name')
    .where(holds('environments', name))
    .limit(3)
    .execute()
  return [...repositories.map((row) => row.name), ...roles.map((row) => `the role ${row.name}`)]
}

/** A name of a project must not be one of all, which would hide it. */
async function refuseTaken(db: Db, project: string, name: string): Promise<void> {
  const existing = await db
    .selectFrom('environments')
    .select('name')
    .where('name', '=', name)
    .$if(project !== '', (query) => query.where('project_key', 'in', ['', project]))
    .executeTakeFirst()
  if (existing) throw taken(name)
}

function requirePrefix(project: string, name: string): void {
  if (project !== '' && !name.startsWith(`${project}-`))
    throw badRequest(`The name of an environment of this project starts with ${project}-.`, 'name')
}

function refuseFixed(name: string): void {
  if (fixed.has(name)) throw badRequest(`${name} is predefined and stays as it is.`)
}

const taken = (name: string) =>
  conflict(`There is an environment named ${name} already. Choose another name.`)
