// The list of permissions: who asks sees all, or those they manage; filters answer "who can write to this?".
import { sql } from 'kysely'
import type { Page, PermissionListQuery, PermissionSection, PermissionSummary } from '@bindery/contracts'
import type { z } from 'zod'
import type { Access } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import { manages, managesAll } from '../../access/rules/permission-managers.ts'
import { readSections } from '../../access/rules/permission-sections.ts'
import { namesFor } from '../../access/rules/rules.ts'
import { containing, decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { PermissionRow } from '../../platform/db/schema.ts'

type Query = z.output<typeof PermissionListQuery>

export async function listPermissions(
  access: Access,
  actor: Actor,
  query: Query,
): Promise<Page<PermissionSummary>> {
  const { db } = access.database
  const matching = await matchingPermissions(db, query)
  return managesAll(actor) || actor.privileges.has('auditor')
    ? listAll(db, matching, query)
    : listManaged(db, matching, actor, query)
}

type Matching = Awaited<ReturnType<typeof matchingPermissions>>

async function listAll(db: Db, matching: Matching, query: Query): Promise<Page<PermissionSummary>> {
  let page = matching
    .selectAll('permissions')
    .orderBy('permissions.name')
    .limit(query.limit + 1)
  if (query.after !== undefined)
    page = page.where('permissions.name', '>', decodeCursor(query.after, 1)[0] ?? '')
  const rows = await page.execute()
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const shown = rows.slice(0, query.limit)
  const sections = await readSections(
    db,
    shown.map((row) => row.id),
  )
  return toPage(shown, sections, Number(total), rows.length > query.limit)
}

/** Whether somebody manages a permission depends on all of it, so all that match are looked at. */
async function listManaged(
  db: Db,
  matching: Matching,
  actor: Actor,
  query: Query,
): Promise<Page<PermissionSummary>> {
  const rows = await matching.selectAll('permissions').orderBy('permissions.name').execute()
  const sections = await readSections(
    db,
    rows.map((row) => row.id),
  )
  const managed = rows.filter((row) => manages(actor, sections.get(row.id) ?? []))
  const after = query.after === undefined ? '' : (decodeCursor(query.after, 1)[0] ?? '')
  const rest = managed.filter((row) => row.name > after)
  return toPage(rest.slice(0, query.limit), sections, managed.length, rest.length > query.limit)
}

function toPage(
  rows: readonly PermissionRow[],
  sections: ReadonlyMap<string, PermissionSection[]>,
  total: number,
  hasNextPage: boolean,
): Page<PermissionSummary> {
  const last = rows.at(-1)
  return {
    items: rows.map((row) => summarise(row, sections.get(row.id) ?? [])),
    total,
    hasNextPage,
    endCursor: last ? encodeCursor(last.name) : null,
  }
}

function summarise(row: PermissionRow, sections: readonly PermissionSection[]): PermissionSummary {
  const targets = [...new Set(sections.flatMap((one) => one.targets.map((target) => target.name)))]
  const named = (kind: 'user' | 'group') => [
    ...new Set(sections.flatMap((one) => one.who.filter((who) => who.kind === kind).map((who) => who.name))),
  ]
  const [groups, users] = [named('group'), named('user')]
  return {
    name: row.name,
    sections: sections.map((one) => one.section),
    targets: targets.slice(0, 10),
    targetCount: targets.length,
    groups: groups.slice(0, 10),
    groupCount: groups.length,
    users: users.slice(0, 10),
    userCount: users.length,
    modifiedAt: row.modified_at,
    modifiedBy: row.modified_by,
  }
}

async function matchingPermissions(db: Db, query: Query) {
  let found = db.selectFrom('permissions')
  if (query.search?.trim())
    found = found.where(sql<boolean>`lower(permissions.name) like ${containing(query.search)} escape '\\'`)
  if (query.repository !== undefined) {
    const targets = await targetsFor(db, query.repository)
    found = found.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('permission_targets')
          .select('permission_targets.permission_id')
          .whereRef('permission_targets.permission_id', '=', 'permissions.id')
          .where('permission_targets.target', 'in', targets),
      ),
    )
  }
  const giving = subjectCondition(query)
  if (giving !== undefined) found = found.where(giving)
  return found
}

/** The repository itself, and what covers it. */
async function targetsFor(db: Db, key: string): Promise<string[]> {
  const row = await db.selectFrom('repositories').select('kind').where('key', '=', key).executeTakeFirst()
  const kind = row?.kind === 'remote' || row?.kind === 'virtual' ? row.kind : 'local'
  return row ? namesFor({ key, kind }) : [key]
}

/** That give the action to the user (also through a group), to the group, or to anybody. */
function subjectCondition({ user, group, action }: Query) {
  if (user === undefined && group === undefined && action === undefined) return undefined
  const word = action === undefined ? '%' : `% ${action} %`
  const byUser = sql<boolean>`exists (select 1 from permission_users
    inner join users on users.id = permission_users.user_id
    where permission_users.permission_id = permissions.id
      and (' ' || permission_users.actions || ' ') like ${word}
      and ${user === undefined ? sql`1 = 1` : sql`users.name = ${user.toLowerCase()}`})`
  const byGroup = sql<boolean>`exists (select 1 from permission_groups
    inner join groups on groups.id = permission_groups.group_id
    where permission_groups.permission_id = permissions.id
      and (' ' || permission_groups.actions || ' ') like ${word}
      and ${group === undefined ? sql`1 = 1` : sql`groups.name = ${group}`}
      and ${
        user === undefined
          ? sql`1 = 1`
          : sql`exists (select 1 from memberships inner join users on users.id = memberships.user_id
              where memberships.group_id = groups.id and users.name = ${user.toLowerCase()})`
      })`
  // A group was asked for: what its members have by themselves does not count.
  return group === undefined ? sql<boolean>`(${byUser} or ${byGroup})` : byGroup
}
