// What somebody may do to a project itself: manage its members, its resources, or only see it.
import type { Role, RoleAction } from '@bindery/contracts'
import { AppError, forbidden, quote } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../actor.ts'
import { predefinedRoles, projectAdmin } from './roles.ts'

export const noProject = (key: string) => new AppError('not-found', `Could not find project ${quote(key)}.`)

/** Throws unless the project exists and the actor may do this in it; whoever is no member learns nothing of it. */
export async function requireProjectRight(
  db: Db,
  actor: Actor,
  key: string,
  right: 'see' | 'MANAGE_MEMBERS' | 'MANAGE_RESOURCES',
): Promise<void> {
  const project = await db
    .selectFrom('projects')
    .select('privileges')
    .where('key', '=', key)
    .executeTakeFirst()
  if (!project) throw noProject(key)
  if (actor.isAdmin) return
  const actions = await projectActions(db, actor, key)
  if (actions === undefined) throw noProject(key)
  if (right === 'see') return
  const granted = JSON.parse(project.privileges) as { manage_members?: boolean; manage_resources?: boolean }
  const isDelegated = right === 'MANAGE_MEMBERS' ? granted.manage_members : granted.manage_resources
  if (isDelegated !== true || !actions.has(right))
    throw forbidden(
      `This needs a role with ${right} in the project ${key}, and that its administrators may do it. Ask an administrator of the project.`,
    )
}

/** The actions of all roles that the actor has in a project; undefined when the actor is no member. */
export async function projectActions(
  db: Db,
  actor: Actor,
  key: string,
): Promise<Set<RoleAction> | undefined> {
  if (actor.userId === null) return undefined
  const members = await memberRows(db, actor.userId, key)
  if (members.length === 0) return undefined
  const known = await rolesOf(db, key)
  const names = new Set(members.flatMap((member) => JSON.parse(member.roles) as string[]))
  return new Set(known.filter((role) => names.has(role.name)).flatMap((role) => role.actions))
}

/** The keys of the projects that a user belongs to, directly or through a group. */
export async function projectsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await memberRows(db, userId)
  return [...new Set(rows.map((row) => row.project_key))]
}

/** Administrators, and whoever has the role of project administrator in a project at least. */
export async function administersProjects(db: Db, actor: Actor): Promise<boolean> {
  if (actor.isAdmin || actor.userId === null) return actor.isAdmin
  const rows = await memberRows(db, actor.userId)
  return rows.some((row) => (JSON.parse(row.roles) as string[]).includes(projectAdmin))
}

/** Predefined roles, those of the whole installation, and those of the project. */
export async function rolesOf(db: Db, key: string): Promise<Role[]> {
  const rows = await db
    .selectFrom('roles')
    .selectAll()
    .where('project_key', 'in', key === '' ? [''] : ['', key])
    .orderBy('name')
    .execute()
  const own = rows.map((row): Role => ({
    name: row.name,
    description: row.description,
    type: row.project_key === '' ? 'CUSTOM_GLOBAL' : 'CUSTOM',
    environments: JSON.parse(row.environments) as string[],
    actions: JSON.parse(row.actions) as RoleAction[],
  }))
  return [...predefinedRoles, ...own]
}

export function memberRows(db: Db, userId: string, key?: string) {
  const query = db
    .selectFrom('project_members')
    .select(['project_key', 'roles'])
    .where((where) =>
      where.or([
        where('user_id', '=', userId),
        where(
          'group_id',
          'in',
          where.selectFrom('memberships').select('group_id').where('user_id', '=', userId),
        ),
      ]),
    )
  return (key === undefined ? query : query.where('project_key', '=', key)).execute()
}
