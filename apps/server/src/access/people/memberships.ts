// Who is in which group. A membership has a source: what a provider says at each sign-in is not changed here.
import { badRequest, notFound, quote } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { GroupRow } from '../../platform/db/schema.ts'

const here = 'internal'
const atOnce = 500

/** New users are in every group that says so. */
export async function joinAutomaticGroups(db: Db, userId: string): Promise<void> {
  await db
    .insertInto('memberships')
    .columns(['user_id', 'group_id', 'source'])
    .expression(
      db
        .selectFrom('groups')
        .select((select) => [select.val(userId).as('user_id'), 'groups.id', select.val(here).as('source')])
        .where('is_auto_join', '=', 1),
    )
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Puts a user into groups by their names. `replace` also takes it out of the others that no provider vouches for. */
export async function setInternalGroups(
  db: Db,
  userId: string,
  names: readonly string[],
  how: 'add' | 'replace',
): Promise<void> {
  const groups = await getGroups(db, names)
  if (how === 'replace')
    await db.deleteFrom('memberships').where('user_id', '=', userId).where('source', '=', here).execute()
  if (groups.length > 0)
    await insertMemberships(
      db,
      groups.map((group) => ({ userId, groupId: group.id })),
    )
}

export async function takeFromGroups(db: Db, userId: string, names: readonly string[]): Promise<void> {
  const groups = await getGroups(db, names)
  if (groups.length === 0) return
  await db
    .deleteFrom('memberships')
    .where('user_id', '=', userId)
    .where('source', '=', here)
    .where(
      'group_id',
      'in',
      groups.map((group) => group.id),
    )
    .execute()
}

export interface MemberChange {
  added: number
  removed: number
  unknown: string[]
  /** Not removed, because a provider says that they are members. */
  kept: string[]
}

export async function changeMembers(
  db: Db,
  group: Pick<GroupRow, 'id'>,
  add: readonly string[],
  remove: readonly string[],
): Promise<MemberChange> {
  const wanted = await findUserIds(db, add)
  const unwanted = await findUserIds(db, remove)
  const added = await insertMemberships(
    db,
    [...wanted.values()].map((userId) => ({ userId, groupId: group.id })),
  )
  let removed = 0
  for (const some of chunks([...unwanted.values()])) {
    const { numDeletedRows } = await db
      .deleteFrom('memberships')
      .where('group_id', '=', group.id)
      .where('source', '=', here)
      .where('user_id', 'in', some)
      .executeTakeFirst()
    removed += Number(numDeletedRows)
  }
  const unknown = [...new Set([...add, ...remove])].filter(
    (name) => !wanted.has(folded(name)) && !unwanted.has(folded(name)),
  )
  return { added, removed, unknown, kept: await stillMembers(db, group.id, unwanted) }
}

/** In the order of the names given; throws at one that does not exist. */
export async function getGroups(db: Db, names: readonly string[]): Promise<GroupRow[]> {
  const wanted = [...new Set(names)]
  const found: GroupRow[] = []
  for (const some of chunks(wanted))
    found.push(...(await db.selectFrom('groups').selectAll().where('name', 'in', some).execute()))
  const missing = wanted.find((name) => !found.some((group) => group.name === name))
  if (missing !== undefined)
    throw badRequest(`There is no group ${quote(missing)}. Create it first.`, 'groups')
  return found
}

export async function getGroup(db: Db, name: string): Promise<GroupRow> {
  const group = name.includes('\0')
    ? undefined
    : await db.selectFrom('groups').selectAll().where('name', '=', name).executeTakeFirst()
  if (!group) throw notFound('group', name)
  return group
}

export async function memberNames(db: Db, groupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.name')
    .where('memberships.group_id', '=', groupId)
    .orderBy('users.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** By name, in lower case and in the order given; those that nobody has are left out. */
export async function findUserIds(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(names.map(folded))]
  const ids = new Map<string, string>()
  for (const some of chunks(wanted)) {
    const rows = await db.selectFrom('users').select(['id', 'name']).where('name', 'in', some).execute()
    const found = new Map(rows.map(({ id, name }) => [name, id]))
    for (const name of some) {
      const id = found.get(name)
      if (id !== undefined) ids.set(name, id)
    }
  }
  return ids
}

const folded = (name: string) => name.trim().toLowerCase()

async function insertMemberships(
  db: Db,
  pairs: readonly { userId: string; groupId: string }[],
): Promise<number> {
  let added = 0
  for (const some of chunks(pairs)) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('memberships')
      .values(some.map(({ userId, groupId }) => ({ user_id: userId, group_id: groupId, source: here })))
      .onConflict((on) => on.doNothing())
      .executeTakeFirst()
    added += Number(numInsertedOrUpdatedRows ?? 0n)
  }
  return added
}

async function stillMembers(db: Db, groupId: string, users: ReadonlyMap<string, string>): Promise<string[]> {
  const kept: string[] = []
  for (const some of chunks([...users.values()])) {
    const rows = await db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select('users.name')
      .where('memberships.group_id', '=', groupId)
      .where('memberships.user_id', 'in', some)
      .execute()
    kept.push(...rows.map((row) => row.name))
  }
  return kept
}

export function chunks<T>(items: readonly T[]): T[][] {
  const some: T[][] = []
  for (let start = 0; start < items.length; start += atOnce) some.push(items.slice(start, start + atOnce))
  return some
}
