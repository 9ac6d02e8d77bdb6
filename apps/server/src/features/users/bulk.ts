// One thing done to many users: all in one transaction, each of them in the audit log. Users that it cannot be done to are
// left out and named, with the reason.
import type { UserBulk, UserBulkResult } from '@bindery/contracts'
import type { z } from 'zod'
import { changeAccess } from '../../access/rules/access-version.ts'
import type { Access } from '../../access/access.ts'
import { keepAnAdministrator } from '../../access/people/administrators.ts'
import { audit, type Doer } from '../../access/audit.ts'
import { anonymousName } from '../../access/rules/load-actor.ts'
import { changeMembers, chunks, findUserIds, getGroup } from '../../access/people/memberships.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'

type Bulk = z.output<typeof UserBulk>
type Result = z.output<typeof UserBulkResult>

export async function changeMany(
  access: Access,
  by: Doer & { actor: { userId: string | null } },
  bulk: Bulk,
): Promise<Result> {
  return changeAccess(access, bulk.action === 'delete' ? 'rules' : 'people', async (db) => {
    const ids = await findUserIds(db, bulk.names)
    const refused: Result['refused'] = bulk.names
      .filter((name) => !ids.has(name.trim().toLowerCase()))
      .map((name) => ({ name, why: 'There is no such user.' }))
    for (const [name, id] of ids) {
      const why = refusalOf(bulk, name, id, by.actor.userId)
      if (why === undefined) continue
      ids.delete(name)
      refused.push({ name, why })
    }
    const kept = await steps[bulk.action](db, ids, bulk)
    for (const name of kept) {
      ids.delete(name)
      refused.push({ name, why: 'A provider says at each sign-in that this user is a member.' })
    }
    await keepAnAdministrator(db)
    for (const name of ids.keys())
      await audit(access, db, by, {
        kind: kinds[bulk.action],
        target: name,
        detail: { ...(bulk.group !== undefined && { group: bulk.group }), together: ids.size },
      })
    return { done: [...ids.keys()], refused }
  })
}

function refusalOf(bulk: Bulk, name: string, id: string, ownId: string | null): string | undefined {
  const ends = bulk.action === 'delete' || bulk.action === 'disable'
  if (ends && id === ownId) return 'You cannot do this to yourself.'
  if (name === anonymousName && bulk.action === 'delete')
    return 'It stands for everybody without credentials and is always there.'
  return undefined
}

/** Each returns the names that it could not be done to. */
const steps: Record<Bulk['action'], (db: Db, ids: Map<string, string>, bulk: Bulk) => Promise<string[]>> = {
  'add-to-group': async (db, ids, { group }) => {
    await changeMembers(db, await getGroup(db, groupOf(group)), [...ids.keys()], [])
    return []
  },
  'remove-from-group': async (db, ids, { group }) =>
    (await changeMembers(db, await getGroup(db, groupOf(group)), [], [...ids.keys()])).kept,
  disable: async (db, ids) => {
    await setUsers(db, ids, { status: 'disabled' })
    await deleteOf(db, 'sessions', ids)
    return []
  },
  enable: (db, ids) => setUsers(db, ids, { status: 'enabled' }),
  unlock: (db, ids) => deleteOf(db, 'attempts', ids),
  'expire-password': (db, ids) => setUsers(db, ids, { must_change_password: 1 }),
  'revoke-tokens': async (db, ids) => {
    await deleteOf(db, 'tokens', ids)
    return deleteOf(db, 'api_keys', ids)
  },
  'reset-second-factor': async (db, ids) => {
    await deleteOf(db, 'recovery_codes', ids)
    return deleteOf(db, 'second_factors', ids)
  },
  delete: async (db, ids) => {
    for (const some of chunks([...ids.values()]))
      await db.deleteFrom('users').where('id', 'in', some).execute()
    return []
  },
}

const kinds: Record<Bulk['action'], `${string}.${string}`> = {
  'add-to-group': 'user.joined-group',
  'remove-from-group': 'user.left-group',
  disable: 'user.disabled',
  enable: 'user.enabled',
  unlock: 'account.unlocked',
  'expire-password': 'password.expired',
  'revoke-tokens': 'token.all-revoked',
  'reset-second-factor': 'second-factor.removed',
  delete: 'user.deleted',
}

function groupOf(name: string | undefined): string {
  if (name === undefined) throw badRequest('Name the group.', 'group')
  return name
}

async function setUsers(
  db: Db,
  ids: ReadonlyMap<string, string>,
  change: { status?: string; must_change_password?: number },
): Promise<string[]> {
  for (const some of chunks([...ids.values()]))
    await db.updateTable('users').set(change).where('id', 'in', some).execute()
  return []
}

async function deleteOf(
  db: Db,
  table: 'sessions' | 'attempts' | 'tokens' | 'api_keys' | 'recovery_codes' | 'second_factors',
  ids: ReadonlyMap<string, string>,
): Promise<string[]> {
  for (const some of chunks([...ids.values()]))
    await db.deleteFrom(table).where('user_id', 'in', some).execute()
  return []
}
