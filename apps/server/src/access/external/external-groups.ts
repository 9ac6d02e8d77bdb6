// The groups of people whom a provider vouches for: what it says is taken anew at each sign-in, and only for groups that
// exist here. Memberships that somebody gave here by hand stay as they are.
import type { Db } from '../../platform/db/connect.ts'
import { accessChanged } from '../rules/access-version.ts'
import type { Access } from '../access.ts'
import { audit, type Doer } from '../audit.ts'
import type { ExternalIdentity } from './external-identity.ts'

/** More than any directory has for one person; bounds the query. */
const mostGroups = 2000

interface MembershipChange {
  source: string
  joined: { id: string; name: string }[]
  left: { id: string; name: string }[]
}

/** What the provider's word would change; undefined when nothing. */
export async function compareMemberships(
  db: Db,
  userId: string,
  identity: ExternalIdentity,
): Promise<MembershipChange | undefined> {
  if (identity.groups === undefined) return undefined
  const source = `${identity.realm}:${identity.provider}`
  const wanted = await findGroups(db, identity.groups)
  const present = await db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .select(['group_id as id', 'groups.name', 'source'])
    .where('user_id', '=', userId)
    .execute()
  const presentIds = new Set(present.map(({ id }) => id))
  const wantedIds = new Set(wanted.map(({ id }) => id))
  const joined = wanted.filter(({ id }) => !presentIds.has(id))
  const left = present.filter((group) => group.source === source && !wantedIds.has(group.id))
  return joined.length + left.length === 0 ? undefined : { source, joined, left }
}

/** Inside a transaction; `after` is the transaction's own. */
export async function syncMemberships(
  access: Access,
  db: Db,
  after: (callback: () => void) => void,
  by: Doer,
  user: { id: string; name: string },
  identity: ExternalIdentity,
): Promise<void> {
  const change = await compareMemberships(db, user.id, identity)
  if (!change) return
  const { source, joined, left } = change
  await accessChanged(access, db, after)
  await join(db, user.id, idsOf(joined), source)
  if (left.length > 0)
    await db
      .deleteFrom('memberships')
      .where('user_id', '=', user.id)
      .where('source', '=', source)
      .where('group_id', 'in', idsOf(left))
      .execute()
  await audit(access, db, by, {
    kind: 'user.groups-synced',
    target: user.name,
    detail: { source, joined: joined.map(({ name }) => name), left: left.map(({ name }) => name) },
  })
}

const idsOf = (groups: { id: string }[]) => groups.map(({ id }) => id)

interface FoundGroup {
  id: string
  name: string
  external_id: string | null
}

/** Those of the provider's groups that exist here, by their name or by the name that the provider has for them. */
export async function findGroups(db: Db, theirs: string[]): Promise<FoundGroup[]> {
  const names = theirs.filter((name) => name !== '' && !name.includes('\0')).slice(0, mostGroups)
  if (names.length === 0) return []
  const either = [...new Set([...names, ...names.map((name) => name.toLowerCase())])]
  return db
    .selectFrom('groups')
    .select(['id', 'name', 'external_id'])
    .where((where) => where.or([where('name', 'in', either), where('external_id', 'in', names)]))
    .orderBy('name')
    .execute()
}

async function join(db: Db, user_id: string, groupIds: string[], source: string): Promise<void> {
  if (groupIds.length === 0) return
  await db
    .insertInto('memberships')
    .values(groupIds.map((group_id) => ({ user_id, group_id, source })))
    .onConflict((on) => on.doNothing())
    .execute()
}
