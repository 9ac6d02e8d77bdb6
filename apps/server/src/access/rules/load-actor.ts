// From a user to an actor, with all rules compiled. Kept in memory and checked against the access version each time;
// with a shared database that is one read of the user's row, which also ends disabled users at once.
import type { Privilege } from '@bindery/contracts'
import type { Db } from '../../platform/db/connect.ts'
import type { GroupRow, UserRow } from '../../platform/db/schema.ts'
import type { Access } from '../access.ts'
import { versionColumns, versionInMemory, type AccessVersion } from './access-version.ts'
import { nobody, type Actor } from '../actor.ts'
import { readPrivileges } from '../people/privileges.ts'
import { rulesFor } from './rules-memory.ts'
import type { ScopeRestriction } from '../tokens/token-scope.ts'

export interface KnownActor {
  actor: Actor
  version: AccessVersion
}

export const anonymousName = 'anonymous'

/** Undefined when there is no such user, or it is disabled. */
export const loadActor = (access: Access, userId: string): Promise<Actor | undefined> =>
  load(access, userId, 'id', userId)

/** Whoever comes without credentials: what permissions give to the user `anonymous`, while that is switched on. */
export async function loadAnonymous(access: Access, isOpen: boolean): Promise<Actor> {
  if (!isOpen) return nobody
  const actor = await load(access, anonymousName, 'name', anonymousName)
  return actor ?? nobody
}

/** For a token that is less, or other, than its user. `userId` is null for a name that is no user. */
export async function loadScopedActor(
  access: Access,
  subject: { userId: string | null; name: string },
  scope: ScopeRestriction,
): Promise<Actor | undefined> {
  const own =
    subject.userId === null ? { ...nobody, name: subject.name } : await loadActor(access, subject.userId)
  if (!own) return undefined
  if (scope.admin) return { ...own, isAdmin: true, scope }
  if (scope.user) return { ...own, scope }
  const { db } = access.database
  const version = await readVersion(access)
  const groups = scope.groups.length === 0 ? [] : await findGroups(db, scope.groups)
  return {
    ...own,
    isAdmin: groups.some((group) => group.is_admin === 1),
    groups: groups.map((group) => group.name),
    privileges: new Set(groups.flatMap(privilegesOf)),
    rules: await rulesFor(access, db, { user: undefined, groups }, version.rules),
    scope,
  }
}

/** What being in this group alone gives, for questions about it. */
export async function loadGroupActor(access: Access, group: GroupRow): Promise<Actor> {
  const version = await readVersion(access)
  return {
    ...nobody,
    name: group.name,
    isAdmin: group.is_admin === 1,
    groups: [group.name],
    privileges: new Set(privilegesOf(group)),
    rules: await rulesFor(access, access.database.db, { user: undefined, groups: [group] }, version.rules),
  }
}

async function load(
  access: Access,
  key: string,
  column: 'id' | 'name',
  value: string,
): Promise<Actor | undefined> {
  const known = access.actors.get(key)
  if (!access.database.isShared) {
    if (known?.version.people === access.generation) return known.actor
    const version = versionInMemory(access)
    const user = await readUser(access.database.db, column, value)
    return user && build(access, key, user, version, known)
  }
  const row = await access.database.db
    .selectFrom('users')
    .selectAll()
    .select(versionColumns)
    .where(column, '=', value)
    .executeTakeFirst()
  if (!row) return undefined
  const version = { people: row.people_version, rules: row.rules_version }
  if (row.status !== 'enabled') return undefined
  if (known?.version.people === version.people) return withRow(known.actor, row)
  return build(access, key, row, version, known)
}

/** The row is newer than what is known, and nobody needs to move the version for what is in it alone. */
function withRow(actor: Actor, row: UserRow): Actor {
  const isSame =
    actor.mustChangePassword === (row.must_change_password === 1) &&
    actor.hasUiAccess === (row.has_ui_access === 1)
  return isSame
    ? actor
    : { ...actor, mustChangePassword: row.must_change_password === 1, hasUiAccess: row.has_ui_access === 1 }
}

const mostActors = 20_000

async function build(
  access: Access,
  key: string,
  user: UserRow,
  version: AccessVersion,
  known: KnownActor | undefined,
): Promise<Actor | undefined> {
  if (user.status !== 'enabled') return undefined
  const { db } = access.database
  const groups = await groupsOf(db, user.id)
  const isSameRules = known?.version.rules === version.rules && isSameGroups(known.actor.groups, groups)
  const isAnonymous = user.name === anonymousName
  const actor: Actor = {
    userId: isAnonymous ? null : user.id,
    name: user.name,
    isAdmin: !isAnonymous && (user.is_admin === 1 || groups.some((group) => group.is_admin === 1)),
    mustChangePassword: user.must_change_password === 1,
    groups: groups.map((group) => group.name),
    privileges: new Set(
      isAnonymous ? [] : [...readPrivileges(user.privileges), ...groups.flatMap(privilegesOf)],
    ),
    hasUiAccess: user.has_ui_access === 1,
    rules:
      isSameRules && access.ruleSources.length === 0
        ? known.actor.rules
        : await rulesFor(access, db, { user: { id: user.id, name: user.name }, groups }, version.rules),
  }
  if (access.actors.size >= mostActors) access.actors.clear()
  access.actors.set(key, { actor, version })
  return actor
}

const isSameGroups = (names: readonly string[], groups: readonly GroupRow[]) =>
  names.length === groups.length && groups.every((group, index) => group.name === names[index])

const readUser = (db: Db, column: 'id' | 'name', value: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst()

const groupsOf = (db: Db, userId: string): Promise<GroupRow[]> =>
  db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .selectAll('groups')
    .where('memberships.user_id', '=', userId)
    .orderBy('groups.name')
    .execute()

const findGroups = (db: Db, names: readonly string[]): Promise<GroupRow[]> =>
  db.selectFrom('groups').selectAll().where('name', 'in', names).orderBy('name').execute()

const privilegesOf = (group: GroupRow): Privilege[] => readPrivileges(group.privileges)

/** What every actor that is known is checked against. */
export async function readVersion(access: Access): Promise<AccessVersion> {
  if (!access.database.isShared) return versionInMemory(access)
  const row = await access.database.db
    .selectFrom('settings')
    .select(versionColumns)
    .limit(1)
    .executeTakeFirstOrThrow()
  return { people: row.people_version, rules: row.rules_version }
}
