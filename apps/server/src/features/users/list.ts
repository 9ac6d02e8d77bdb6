// The list of users: a page of rows first, then all there is to show about them, in a fixed number of queries.
import { sql } from 'kysely'
import {
  UserStatus,
  type Page,
  type UserCounts,
  type UserListQuery,
  type UserSummary,
} from '@bindery/contracts'
import type { z } from 'zod'
import { isAdministrator } from '../../access/people/administrators.ts'
import type { Access } from '../../access/access.ts'
import { anonymousName } from '../../access/rules/load-actor.ts'
import { readPrivileges } from '../../access/people/privileges.ts'
import { isBuiltIn } from '../../access/people/users.ts'
import { containing, decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { UserRow } from '../../platform/db/schema.ts'

type Query = z.output<typeof UserListQuery>

const unusedDays = 90

export async function listUsers(access: Access, query: Query): Promise<Page<UserSummary>> {
  const { db } = access.database
  const [by, direction] = query.sort.split(':') as ['name' | 'signedIn', 'asc' | 'desc']
  const signedIn = sql<string>`coalesce(users.last_signed_in_at, '')`
  let page = matching(access, query).selectAll('users').select(signedIn.as('signed_in'))
  if (by === 'signedIn') page = page.orderBy(signedIn, direction)
  page = page.orderBy('users.name', direction).limit(query.limit + 1)
  if (query.after !== undefined) {
    const [name = '', at = ''] = decodeCursor(query.after, 2)
    const compare = sql.raw(direction === 'asc' ? '>' : '<')
    page =
      by === 'name'
        ? page.where(sql<boolean>`users.name ${compare} ${name}`)
        : page.where(
            sql<boolean>`(coalesce(users.last_signed_in_at, ''), users.name) ${compare} (${at}, ${name})`,
          )
  }
  const rows = await page.execute()
  const { total } = await matching(access, query)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  return {
    items: await summarise(access, db, shown),
    total: Number(total),
    hasNextPage: rows.length > query.limit,
    endCursor: last ? encodeCursor(last.name, last.signed_in) : null,
  }
}

export async function countUsers(access: Access): Promise<z.output<typeof UserCounts>> {
  const count = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`count(case when ${condition} then 1 end)`
  const row = await access.database.db
    .selectFrom('users')
    .select([
      sql<number>`count(*)`.as('all'),
      count(sql<boolean>`users.status = 'disabled'`).as('disabled'),
      count(sql<boolean>`users.status = 'invited'`).as('invited'),
      count(isLocked(access)).as('locked'),
      count(isAdministrator).as('admins'),
      count(isUnused(access, unusedDays)).as('unused'),
    ])
    .executeTakeFirstOrThrow()
  return {
    all: Number(row.all),
    disabled: Number(row.disabled),
    invited: Number(row.invited),
    locked: Number(row.locked),
    admins: Number(row.admins),
    unused: Number(row.unused),
  }
}

/** The same order as the rows. */
export async function summarise(access: Access, db: Db, rows: readonly UserRow[]): Promise<UserSummary[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const memberships = await db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .select(['memberships.user_id', 'groups.name', 'groups.is_admin'])
    .where('memberships.user_id', 'in', ids)
    .orderBy('groups.name')
    .execute()
  const locked = await db
    .selectFrom('attempts')
    .select('user_id')
    .where('user_id', 'in', ids)
    .where('locked_until', '>', access.clock.now().toISOString())
    .execute()
  const factors = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', 'in', ids)
    .where('confirmed_at', 'is not', null)
    .execute()
  const byUser = Map.groupBy(memberships, (row) => row.user_id)
  const isLockedId = new Set(locked.map((row) => row.user_id))
  const hasFactor = new Set(factors.map((row) => row.user_id))
  return rows.map((row) => {
    const groups = byUser.get(row.id) ?? []
    return {
      name: row.name,
      email: row.email,
      realm: row.realm,
      status: UserStatus.catch('disabled').parse(row.status),
      isLocked: isLockedId.has(row.id),
      isAdmin:
        row.name !== anonymousName && (row.is_admin === 1 || groups.some((group) => group.is_admin === 1)),
      isBuiltIn: isBuiltIn(row),
      privileges: readPrivileges(row.privileges),
      groups: groups.map((group) => group.name),
      hasSecondFactor: hasFactor.has(row.id),
      lastSignedInAt: row.last_signed_in_at,
      createdAt: row.created_at,
    }
  })
}

function matching(access: Access, query: Query) {
  let users = access.database.db.selectFrom('users')
  const pattern = query.search?.trim() ? containing(query.search) : undefined
  if (pattern !== undefined)
    users = users.where((where) =>
      where.or([
        sql<boolean>`lower(users.name) like ${pattern} escape '\\'`,
        sql<boolean>`lower(coalesce(users.email, '')) like ${pattern} escape '\\'`,
      ]),
    )
  if (query.status === 'locked') users = users.where(isLocked(access))
  else if (query.status !== undefined) users = users.where('users.status', '=', query.status)
  if (query.realm !== undefined) users = users.where('users.realm', '=', query.realm)
  if (query.isAdmin !== undefined)
    users = users.where(query.isAdmin === 'true' ? isAdministrator : sql<boolean>`not ${isAdministrator}`)
  if (query.unusedDays !== undefined) users = users.where(isUnused(access, query.unusedDays))
  const { group } = query
  if (group !== undefined)
    users = users.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('memberships')
          .innerJoin('groups', 'groups.id', 'memberships.group_id')
          .select('memberships.user_id')
          .whereRef('memberships.user_id', '=', 'users.id')
          .where('groups.name', '=', group),
      ),
    )
  return users
}

const isLocked = (access: Access) => sql<boolean>`exists (select 1 from attempts
  where attempts.user_id = users.id and attempts.locked_until > ${access.clock.now().toISOString()})`

/** Somebody who never signed in counts from the day the user was made. */
function isUnused(access: Access, days: number) {
  const since = new Date(access.clock.now().getTime() - days * 86_400_000).toISOString()
  return sql<boolean>`(coalesce(users.last_signed_in_at, users.created_at) < ${since} and users.name <> ${anonymousName})`
}
