// Who belongs to a project, users and groups alike, and with which roles.
import type { Member } from '@bindery/contracts'
import { audit, type Doer } from '../../access/audit.ts'
import type { Access } from '../../access/access.ts'
import { changeAccess } from '../../access/rules/access-version.ts'
import { rolesOf } from '../../access/rules/project-rights.ts'
import type { Db } from '../../platform/db/connect.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'

export type MemberKind = 'user' | 'group'

export async function listMembers(
  access: Access,
  key: string,
  kind: MemberKind,
  name?: string,
): Promise<Member[]> {
  const { db } = access.database
  const rows = await (kind === 'user' ? usersOf(db, key, name) : groupsOf(db, key, name))
  return rows.map((row) => ({ name: row.name, roles: JSON.parse(row.roles) as string[] }))
}

function usersOf(db: Db, key: string, name: string | undefined) {
  const query = db
    .selectFrom('project_members')
    .innerJoin('users', 'users.id', 'project_members.user_id')
    .select(['users.name', 'project_members.roles'])
    .where('project_key', '=', key)
    .orderBy('users.name')
  return (name === undefined ? query : query.where('users.name', '=', name)).execute()
}

function groupsOf(db: Db, key: string, name: string | undefined) {
  const query = db
    .selectFrom('project_members')
    .innerJoin('groups', 'groups.id', 'project_members.group_id')
    .select(['groups.name', 'project_members.roles'])
    .where('project_key', '=', key)
    .orderBy('groups.name')
  return (name === undefined ? query : query.where('groups.name', '=', name)).execute()
}

export async function readMember(
  access: Access,
  key: string,
  kind: MemberKind,
  name: string,
): Promise<Member> {
  const [member] = await listMembers(access, key, kind, name)
  if (!member) throw notFound(`${kind} of this project named`, name)
  return member
}

export async function putMember(
  access: Access,
  by: Doer,
  key: string,
  kind: MemberKind,
  member: Member,
): Promise<Member> {
  await changeAccess(access, 'people', async (db) => {
    const id = await idOf(db, kind, member.name)
    const known = new Set((await rolesOf(db, key)).map((role) => role.name))
    const unknown = member.roles.find((role) => !known.has(role))
    if (unknown !== undefined)
      throw badRequest(
        `There is no role ${JSON.stringify(unknown)} in the project ${key}. It has: ${[...known].join(', ')}.`,
        'roles',
      )
    const roles = JSON.stringify([...new Set(member.roles)])
    await db
      .insertInto('project_members')
      .values({
        id: newId(),
        project_key: key,
        user_id: kind === 'user' ? id : null,
        group_id: kind === 'group' ? id : null,
        roles,
      })
      .onConflict((on) => on.columns(['project_key', `${kind}_id`]).doUpdateSet({ roles }))
      .execute()
    await audit(access, db, by, {
      kind: 'project.member-set',
      target: key,
      detail: { [kind]: member.name, roles: member.roles },
    })
  })
  return { name: member.name, roles: [...new Set(member.roles)] }
}

export async function removeMember(
  access: Access,
  by: Doer,
  key: string,
  kind: MemberKind,
  name: string,
): Promise<void> {
  await changeAccess(access, 'people', async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('project_members')
      .where('project_key', '=', key)
      .where(`${kind}_id`, '=', await idOf(db, kind, name))
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound(`${kind} of this project named`, name)
    await audit(access, db, by, { kind: 'project.member-removed', target: key, detail: { [kind]: name } })
  })
}

const tables = { user: 'users', group: 'groups' } as const

async function idOf(db: Db, kind: MemberKind, name: string): Promise<string> {
  const row = await db.selectFrom(tables[kind]).select('id').where('name', '=', name).executeTakeFirst()
  if (!row) throw notFound(kind, name)
  return row.id
}
