// Roles that people make: for one project, or for all of them (key ``).
import type { NewRole, Role } from '@bindery/contracts'
import { audit, type Doer } from '../../access/audit.ts'
import type { Access } from '../../access/access.ts'
import { changeAccess } from '../../access/rules/access-version.ts'
import { rolesOf } from '../../access/rules/project-rights.ts'
import { predefinedRoles } from '../../access/rules/roles.ts'
import type { Db } from '../../platform/db/connect.ts'
import { isUniqueViolation, transaction } from '../../platform/db/transaction.ts'
import { badRequest, conflict, notFound } from '../../platform/errors.ts'
import { listHolders } from './role-use.ts'

export async function readRole(access: Access, project: string, name: string): Promise<Role> {
  const role = (await rolesOf(access.database.db, project)).find((one) => one.name === name)
  if (!role) throw notFound('role', name)
  return role
}

export async function createRole(access: Access, by: Doer, project: string, role: NewRole): Promise<Role> {
  await transaction(access.database, async (db) => {
    if ((await rolesOf(db, project)).some((one) => one.name === role.name)) throw taken(role.name)
    await requireEnvironments(db, project, role.environments)
    await db
      .insertInto('roles')
      .values({ project_key: project, name: role.name, ...toRow(role) })
      .execute()
    await audit(access, db, by, { kind: 'role.created', target: role.name, detail: { project } })
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken(role.name) : error
  })
  return readRole(access, project, role.name)
}

export async function updateRole(
  access: Access,
  by: Doer,
  project: string,
  name: string,
  role: NewRole,
): Promise<Role> {
  if (role.name !== name) throw badRequest('A role keeps its name. Make a new one instead.', 'name')
  await changeAccess(access, 'people', async (db) => {
    refusePredefined(name)
    await requireEnvironments(db, project, role.environments)
    const { numUpdatedRows } = await db
      .updateTable('roles')
      .set(toRow(role))
      .where('project_key', '=', project)
      .where('name', '=', name)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound('role', name)
    await audit(access, db, by, { kind: 'role.changed', target: name, detail: { project } })
  })
  return readRole(access, project, name)
}

export async function removeRole(access: Access, by: Doer, project: string, name: string): Promise<void> {
  await changeAccess(access, 'people', async (db) => {
    refusePredefined(name)
    await refuseHeld(db, project, name)
    const { numDeletedRows } = await db
      .deleteFrom('roles')
      .where('project_key', '=', project)
      .where('name', '=', name)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('role', name)
    await audit(access, db, by, { kind: 'role.deleted', target: name, detail: { project } })
  })
}

async function requireEnvironments(db: Db, project: string, names: string[]): Promise<void> {
  const rows = await db
    .selectFrom('environments')
    .select('name')
    .where('project_key', 'in', ['', project])
    .execute()
  const known = new Set(rows.map((row) => row.name))
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw badRequest(
      `There is no environment ${JSON.stringify(unknown)}. There are: ${[...known].join(', ')}.`,
      'environments',
    )
}

/** Whoever has it would otherwise lose it without anybody noticing. */
async function refuseHeld(db: Db, project: string, name: string): Promise<void> {
  const { items, total } = await listHolders(db, name, { limit: 3 }, project)
  if (total === 0) return
  const some = items.map((holder) => `${holder.name} in ${holder.project}`).join(', ')
  throw conflict(
    `The role ${name} is held by ${some}${total > items.length ? ' and others' : ''}. Give them another first.`,
  )
}

function refusePredefined(name: string): void {
  if (predefinedRoles.some((role) => role.name === name))
    throw badRequest(`${name} is predefined and stays as it is. Make a role of your own instead.`)
}

const taken = (name: string) => conflict(`There is a role named ${name} already. Choose another name.`)

const toRow = (role: NewRole) => ({
  description: role.description,
  environments: JSON.stringify([...new Set(role.environments)]),
  actions: JSON.stringify([...new Set(role.actions)]),
})
