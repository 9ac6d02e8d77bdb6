// The members of a project, users and groups in one list, and who could become one.
import { sql } from 'kysely'
import type { MemberCandidate, Page, projectViews, ProjectMember } from '@bindery/contracts'
import type { z } from 'zod'
import type { Access } from '../../access/access.ts'
import { anonymousName } from '../../access/rules/load-actor.ts'
import { containing, decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Db } from '../../platform/db/connect.ts'

type Query = z.output<typeof projectViews.members.shape.query>

const mostCandidates = 10

export async function listMemberPage(
  access: Access,
  key: string,
  query: Query,
): Promise<Page<ProjectMember>> {
  const { db } = access.database
  const matching = () =>
    query.search?.trim()
      ? membersOf(db, key).where(sql<boolean>`lower(name) like ${containing(query.search)} escape '\\'`)
      : membersOf(db, key)
  let page = matching()
    .selectAll()
    .orderBy('name')
    .orderBy('kind')
    .limit(query.limit + 1)
  if (query.after !== undefined) {
    const [name = '', kind = ''] = decodeCursor(query.after, 2)
    page = page.where(sql<boolean>`(name, kind) > (${name}, ${kind})`)
  }
  const rows = await page.execute()
  const { total } = await matching()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  const shown = rows.slice(0, query.limit)
  const sizes = await sizesOf(
    db,
    shown.flatMap((row) => (row.kind === 'group' ? [row.id] : [])),
  )
  const last = shown.at(-1)
  return {
    items: shown.map(({ id, kind, name, roles }) => ({
      kind,
      name,
      roles: JSON.parse(roles) as string[],
      size: kind === 'group' ? (sizes.get(id) ?? 0) : null,
    })),
    total: Number(total),
    hasNextPage: rows.length > query.limit,
    endCursor: last ? encodeCursor(last.name, last.kind) : null,
  }
}

/** The first users and groups that fit and are not in it yet; names only, for whoever manages members. */
export async function findCandidates(access: Access, key: string, search = ''): Promise<MemberCandidate[]> {
  const { db } = access.database
  const pattern = containing(search)
  const taken = (column: 'user_id' | 'group_id') =>
    db
      .selectFrom('project_members')
      .select(column)
      .where('project_key', '=', key)
      .where(column, 'is not', null)
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where(sql<boolean>`lower(name) like ${pattern} escape '\\'`)
    .where('id', 'not in', taken('group_id'))
    .orderBy('name')
    .limit(mostCandidates)
    .execute()
  const users = await db
    .selectFrom('users')
    .select('name')
    .where(sql<boolean>`lower(name) like ${pattern} escape '\\'`)
    .where('id', 'not in', taken('user_id'))
    .where('name', '<>', anonymousName)
    .orderBy('name')
    .limit(mostCandidates)
    .execute()
  const sizes = await sizesOf(
    db,
    groups.map((group) => group.id),
  )
  return [
    ...groups.map(({ id, name }) => ({ kind: 'group' as const, name, size: sizes.get(id) ?? 0 })),
    ...users.map(({ name }) => ({ kind: 'user' as const, name, size: null })),
  ]
}

const membersOf = (db: Db, key: string) =>
  db.selectFrom(
    db
      .selectFrom('project_members')
      .innerJoin('users', 'users.id', 'project_members.user_id')
      .select([sql<'user' | 'group'>`cast('user' as text)`.as('kind'), 'users.id', 'users.name', 'roles'])
      .where('project_key', '=', key)
      .unionAll(
        db
          .selectFrom('project_members')
          .innerJoin('groups', 'groups.id', 'project_members.group_id')
          .select([
            sql<'user' | 'group'>`cast('group' as text)`.as('kind'),
            'groups.id',
            'groups.name',
            'roles',
          ])
          .where('project_key', '=', key),
      )
      .as('members'),
  )

async function sizesOf(db: Db, groups: string[]): Promise<Map<string, number>> {
  if (groups.length === 0) return new Map()
  const rows = await db
    .selectFrom('memberships')
    .select(['group_id', sql<number>`count(*)`.as('count')])
    .where('group_id', 'in', groups)
    .groupBy('group_id')
    .execute()
  return new Map(rows.map((row) => [row.group_id, Number(row.count)]))
}
