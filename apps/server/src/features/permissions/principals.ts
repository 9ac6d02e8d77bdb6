// Whom one can give rights to, found by a part of the name. Managers of permissions learn names and nothing else.
import { sql } from 'kysely'
import type { Output, Principal, principals } from '@bindery/contracts'
import type { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { chunks } from '../../access/people/memberships.ts'
import { mayUse } from '../../access/rules/permissions.ts'
import { containing } from '../../platform/cursor.ts'
import type { Db } from '../../platform/db/connect.ts'

type Query = z.output<typeof principals.find.shape.query>
type MemberCounts = Output<typeof principals.countMembers.shape>

export async function findPrincipals(db: Db, asker: Actor, query: Query): Promise<Principal[]> {
  return [
    ...(query.kind === 'user' ? [] : await groupsNamed(db, query)),
    ...(query.kind === 'group' ? [] : await usersNamed(db, query, mayUse(asker, 'read-identities'))),
  ]
}

export async function countMembers(db: Db, names: readonly string[]): Promise<MemberCounts> {
  const counted: MemberCounts = []
  for (const some of chunks([...new Set(names)])) {
    const rows = await groupsWithSize(db).where('groups.name', 'in', some).execute()
    counted.push(...rows.map(({ name, members }) => ({ group: name, members: Number(members) })))
  }
  return counted
}

async function groupsNamed(db: Db, { search, limit }: Query): Promise<Principal[]> {
  const rows = await groupsWithSize(db)
    .where(sql<boolean>`lower(groups.name) like ${containing(search)} escape '\\'`)
    .limit(limit)
    .execute()
  return rows.map(({ name, members }) => ({ kind: 'group', name, email: null, members: Number(members) }))
}

const groupsWithSize = (db: Db) =>
  db
    .selectFrom('groups')
    .leftJoin('memberships', 'memberships.group_id', 'groups.id')
    .select(['groups.name', sql<number>`count(memberships.user_id)`.as('members')])
    .groupBy('groups.name')
    .orderBy('groups.name')

async function usersNamed(db: Db, { search, limit }: Query, seesEmail: boolean): Promise<Principal[]> {
  const pattern = containing(search)
  const byName = sql<boolean>`lower(name) like ${pattern} escape '\\'`
  const byEmail = sql<boolean>`lower(coalesce(email, '')) like ${pattern} escape '\\'`
  const rows = await db
    .selectFrom('users')
    .select(['name', 'email'])
    .where(seesEmail ? sql<boolean>`(${byName} or ${byEmail})` : byName)
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(({ name, email }) => ({
    kind: 'user',
    name,
    email: seesEmail ? email : null,
    members: null,
  }))
}
