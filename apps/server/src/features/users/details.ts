// One user with all there is to show on its form.
import { sql } from 'kysely'
import type { UserDeletion, UserDetails } from '@bindery/contracts'
import type { z } from 'zod'
import type { Access } from '../../access/access.ts'
import { isAdministrator } from '../../access/people/administrators.ts'
import { anonymousName } from '../../access/rules/load-actor.ts'
import { findUserIds } from '../../access/people/memberships.ts'
import { getUser } from '../../access/people/users.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { UserRow } from '../../platform/db/schema.ts'
import { summarise } from './list.ts'

export async function getDetails(access: Access, name: string): Promise<UserDetails> {
  const { db } = access.database
  const user = await getUser(db, name)
  const [summary] = await summarise(access, db, [user])
  if (!summary) throw new Error('a user that was just read has no summary')
  const memberships = await db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .select(['groups.name', 'groups.is_admin', 'memberships.source'])
    .where('memberships.user_id', '=', user.id)
    .orderBy('groups.name')
    .execute()
  const whyNot = await refusalsOf(db, user, summary.isAdmin)
  return {
    ...summary,
    isOwnAdmin: user.is_admin === 1,
    isProfileUpdatable: user.is_profile_updatable === 1,
    hasUiAccess: user.has_ui_access === 1,
    isPasswordDisabled: user.is_password_disabled === 1,
    mustChangePassword: user.must_change_password === 1,
    memberships: memberships.map((row) => ({
      group: row.name,
      source: row.source,
      isAdmin: row.is_admin === 1,
    })),
    tokens: (await countOf(db, 'tokens', [user.id])).get(user.id) ?? 0,
    permissions: (await permissionsNaming(db, [user.id])).get(user.id)?.length ?? 0,
    can: Object.fromEntries(
      ['delete', 'disable', 'demote'].map((action) => [action, !Object.hasOwn(whyNot, action)]),
    ),
    whyNot,
  }
}

export async function previewDeletion(
  access: Access,
  names: readonly string[],
): Promise<z.output<typeof UserDeletion>[]> {
  const { db } = access.database
  const ids = await findUserIds(db, names)
  const all = [...ids.values()]
  if (all.length === 0) return []
  const tokens = await countOf(db, 'tokens', all)
  const groups = await countOf(db, 'memberships', all)
  const permissions = await permissionsNaming(db, all)
  const others = await countOtherAdministrators(db, all)
  const admins = new Set(
    (
      await db
        .selectFrom('users')
        .select('users.id')
        .where('users.id', 'in', all)
        .where(isAdministrator)
        .execute()
    ).map((row) => row.id),
  )
  return [...ids].map(([name, id]) => ({
    name,
    tokens: tokens.get(id) ?? 0,
    permissions: permissions.get(id) ?? [],
    groups: groups.get(id) ?? 0,
    refusal: refusalToDelete(name) ?? (admins.has(id) && others === 0 ? lastOne : null),
  }))
}

const lastOne = 'This is the last administrator. Make another user an administrator first.'

const refusalToDelete = (name: string): string | null =>
  name === anonymousName ? 'It stands for everybody without credentials and is always there.' : null

async function refusalsOf(db: Db, user: UserRow, isAdmin: boolean): Promise<Record<string, string>> {
  if (user.name === anonymousName) {
    const why = refusalToDelete(user.name) ?? ''
    return { delete: why, demote: why }
  }
  const isLast = isAdmin && user.status === 'enabled' && (await countOtherAdministrators(db, [user.id])) === 0
  return isLast ? { delete: lastOne, disable: lastOne, demote: lastOne } : {}
}

async function countOtherAdministrators(db: Db, ids: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('count'))
    .where('users.status', '=', 'enabled')
    .where('users.id', 'not in', ids)
    .where(isAdministrator)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function countOf(
  db: Db,
  table: 'tokens' | 'memberships',
  ids: readonly string[],
): Promise<Map<string | null, number>> {
  const rows = await db
    .selectFrom(table)
    .select(['user_id', sql<number>`count(*)`.as('count')])
    .where('user_id', 'in', ids)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, Number(row.count)]))
}

async function permissionsNaming(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('permission_users')
    .innerJoin('permissions', 'permissions.id', 'permission_users.permission_id')
    .select(['permission_users.user_id', 'permissions.name'])
    .distinct()
    .where('permission_users.user_id', 'in', ids)
    .orderBy('permissions.name')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.user_id)].map(([id, some]) => [id, some.map((row) => row.name)]),
  )
}
