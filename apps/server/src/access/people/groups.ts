// Groups: names for many users. A group can make its members administrators, but then nobody joins it by themselves.
import type { Privilege } from '@bindery/contracts'
import { badRequest, conflict, forbidden } from '../../platform/errors.ts'
import type { GroupRow } from '../../platform/db/schema.ts'
import { isUniqueViolation } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { changeAccess } from '../rules/access-version.ts'
import type { Access } from '../access.ts'
import { keepAnAdministrator } from './administrators.ts'
import { audit, type Doer } from '../audit.ts'
import * as memberships from './memberships.ts'
import { writePrivileges } from './privileges.ts'

interface GroupTraits {
  description: string
  isAdmin: boolean
  isAutoJoin: boolean
  externalId: string | null
  privileges: readonly Privilege[]
  realm: string
  realmAttributes: string
}

export type GroupChange = { [K in keyof GroupTraits]?: GroupTraits[K] | undefined }

interface NewGroup extends GroupChange {
  name: string
  members?: readonly string[]
}

/** Everybody who signs in is in it; it can be changed, but not deleted. */
export const readersGroup = 'readers'

export async function createGroup(access: Access, by: Doer, group: NewGroup): Promise<GroupRow> {
  const row: GroupRow = {
    id: newId(),
    name: group.name,
    description: '',
    realm: 'internal',
    realm_attributes: '',
    external_id: null,
    is_admin: 0,
    is_auto_join: 0,
    privileges: '',
    created_at: access.clock.now().toISOString(),
    ...columnsOf(group),
  }
  refuseOpenDoor(row)
  return changeAccess(access, 'people', async (db) => {
    await db.insertInto('groups').values(row).execute()
    if (group.members?.length) {
      const { unknown } = await memberships.changeMembers(db, row, group.members, [])
      refuseUnknown(unknown)
    }
    await audit(access, db, by, {
      kind: 'group.created',
      target: row.name,
      detail: { isAdmin: row.is_admin === 1 },
    })
    return row
  }).catch((error: unknown) => {
    if (isUniqueViolation(error))
      throw conflict(`There is a group named ${group.name} already. Choose another name.`)
    throw error
  })
}

/** `members`, when given, become all members that no provider vouches for. */
export async function changeGroup(
  access: Access,
  by: Doer,
  name: string,
  change: GroupChange & { members?: readonly string[] | undefined },
): Promise<GroupRow> {
  return changeAccess(access, 'people', async (db) => {
    const before = await memberships.getGroup(db, name)
    const columns = columnsOf(change)
    refuseOpenDoor({ ...before, ...columns })
    if (Object.keys(columns).length > 0)
      await db.updateTable('groups').set(columns).where('id', '=', before.id).execute()
    if (change.members !== undefined) {
      await db
        .deleteFrom('memberships')
        .where('group_id', '=', before.id)
        .where('source', '=', 'internal')
        .execute()
      refuseUnknown((await memberships.changeMembers(db, before, change.members, [])).unknown)
    }
    await keepAnAdministrator(db)
    const { members, ...detail } = change
    await audit(access, db, by, {
      kind: 'group.changed',
      target: name,
      detail: { ...detail, ...(members && { members: members.length }) },
    })
    return { ...before, ...columns }
  })
}

export async function changeMembers(
  access: Access,
  by: Doer,
  name: string,
  add: readonly string[],
  remove: readonly string[],
): Promise<memberships.MemberChange> {
  return changeAccess(access, 'people', async (db) => {
    const group = await memberships.getGroup(db, name)
    const done = await memberships.changeMembers(db, group, add, remove)
    await keepAnAdministrator(db)
    await audit(access, db, by, {
      kind: 'group.members-changed',
      target: name,
      detail: {
        added: done.added,
        removed: done.removed,
        names: [...add.slice(0, 50), ...remove.slice(0, 50)],
      },
    })
    return done
  })
}

export async function removeGroup(access: Access, by: Doer, name: string): Promise<void> {
  if (name === readersGroup)
    throw forbidden('The group readers is always there. Take its permissions away, or let nobody join it.')
  // What permissions gave to the group goes too.
  await changeAccess(access, 'rules', async (db) => {
    const group = await memberships.getGroup(db, name)
    await db.deleteFrom('groups').where('id', '=', group.id).execute()
    await keepAnAdministrator(db)
    await audit(access, db, by, { kind: 'group.deleted', target: name })
  })
}

function columnsOf(change: GroupChange): Partial<GroupRow> {
  const columns: Partial<GroupRow> = {}
  if (change.description !== undefined) columns.description = change.description
  if (change.isAdmin !== undefined) columns.is_admin = change.isAdmin ? 1 : 0
  if (change.isAutoJoin !== undefined) columns.is_auto_join = change.isAutoJoin ? 1 : 0
  if (change.externalId !== undefined) columns.external_id = change.externalId
  if (change.privileges !== undefined) columns.privileges = writePrivileges(change.privileges)
  if (change.realm !== undefined) columns.realm = change.realm
  if (change.realmAttributes !== undefined) columns.realm_attributes = change.realmAttributes
  return columns
}

function refuseOpenDoor(group: Pick<GroupRow, 'is_admin' | 'is_auto_join'>): void {
  if (group.is_admin === 1 && group.is_auto_join === 1)
    throw badRequest(
      'A group of administrators cannot be one that new users join by themselves.',
      'isAutoJoin',
    )
}

function refuseUnknown([name]: readonly string[]): void {
  if (name !== undefined)
    throw badRequest(`There is no user ${JSON.stringify(name)}. Create it first.`, 'members')
}
