// Groups and their members, page by page.
import { sql } from 'kysely'
import type { GroupDetails, GroupSummary, groups as contract, Page } from '@bindery/contracts'
import type { z } from 'zod'
import type { Access } from '../../access/access.ts'
import { getGroup } from '../../access/people/memberships.ts'
import { readPrivileges } from '../../access/people/privileges.ts'
import { containing, decodeCursor, encodeCursor, toPage } from '../../platform/cursor.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { GroupRow } from '../../platform/db/schema.ts'

type Query = z.output<typeof contract.list.shape.query>
type MemberQuery = z.output<typeof contract.members.shape.query>
type Member = z.output<typeof contract.members.shape.response>['items'][number]

export async function listGroups(access: Access, query: Query): Promise<Page<GroupSummary>> {
  const { db } = access.database
  let wanted = matching(db, query)
    .selectAll('groups')
    .orderBy('groups.name')
    .limit(query.limit + 1)
  if (query.after !== undefined)
    wanted = wanted.where('groups.name', '>', decodeCursor(query.after, 1)[0] ?? '')
  const rows = await wanted.execute()
  const { total } = await matching(db, query)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  const page = toPage(rows, query.limit, total, ({ name }) => encodeCursor(name))
  return { ...page, items: await summarise(db, page.items) }
}

export async function getDetails(access: Access, name: string): Promise<GroupDetails> {
  const { db } = access.database
  const group = await getGroup(db, name)
  const [summary] = await summarise(db, [group])
  if (!summary) throw new Error('a group that was just read has no summary')
  const used = await db
    .selectFrom('permission_groups')
    .innerJoin('permissions', 'permissions.id', 'permission_groups.permission_id')
    .select(['permissions.name', 'permission_groups.actions'])
    .where('permission_groups.group_id', '=', group.id)
    .orderBy('permissions.name')
    .limit(200)
    .execute()
  return {
    ...summary,
    realmAttributes: group.realm_attributes,
    usedBy: [...Map.groupBy(used, (row) => row.name)].map(([permission, rows]) => ({
      permission,
      actions: [...new Set(rows.flatMap((row) => row.actions.split(' ')))],
    })),
  }
}

export async function listMembers(access: Access, name: string, query: MemberQuery): Promise<Page<Member>> {
  const { db } = access.database
  const group = await getGroup(db, name)
  const pattern = query.search?.trim() ? containing(query.search) : '%'
  const members = db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.group_id', '=', group.id)
    .where(
      sql<boolean>`(lower(users.name) like ${pattern} escape '\\' or lower(coalesce(users.email, '')) like ${pattern} escape '\\')`,
    )
  let page = members
    .select(['users.name', 'users.email', 'users.realm', 'users.status', 'memberships.source'])
    .orderBy('users.name')
    .limit(query.limit + 1)
  if (query.after !== undefined) page = page.where('users.name', '>', decodeCursor(query.after, 1)[0] ?? '')
  const rows = await page.execute()
  const { total } = await members.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return toPage(rows, query.limit, total, ({ name }) => encodeCursor(name))
}

function matching(db: Db, query: Query) {
  let groups = db.selectFrom('groups')
  const pattern = query.search?.trim() ? containing(query.search) : undefined
  if (pattern !== undefined)
    groups = groups.where(
      sql<boolean>`(lower(groups.name) like ${pattern} escape '\\' or lower(groups.description) like ${pattern} escape '\\')`,
    )
  if (query.realm !== undefined) groups = groups.where('groups.realm', '=', query.realm)
  if (query.isAdmin !== undefined)
    groups = groups.where('groups.is_admin', '=', query.isAdmin === 'true' ? 1 : 0)
  if (query.isAutoJoin !== undefined)
    groups = groups.where('groups.is_auto_join', '=', query.isAutoJoin === 'true' ? 1 : 0)
  return groups
}

async function summarise(db: Db, rows: readonly GroupRow[]): Promise<GroupSummary[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const members = await countBy(db, 'memberships', sql<number>`count(*)`, ids)
  const permissions = await countBy(db, 'permission_groups', sql<number>`count(distinct permission_id)`, ids)
  return rows.map((row) => ({
    name: row.name,
    description: row.description,
    realm: row.realm,
    isAdmin: row.is_admin === 1,
    isAutoJoin: row.is_auto_join === 1,
    externalId: row.external_id,
    privileges: readPrivileges(row.privileges),
    members: members.get(row.id) ?? 0,
    permissions: permissions.get(row.id) ?? 0,
    createdAt: row.created_at,
  }))
}

async function countBy(
  db: Db,
  table: 'memberships' | 'permission_groups',
  count: ReturnType<typeof sql<number>>,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom(table)
    .select(['group_id', count.as('count')])
    .where('group_id', 'in', ids)
    .groupBy('group_id')
    .execute()
  return new Map(rows.map((row) => [row.group_id, Number(row.count)]))
}
