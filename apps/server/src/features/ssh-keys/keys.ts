// SSH keys: one's own, and for administrators those of others, to see and to remove. A key belongs to one user only, because it alone says who signs in.
import type { SshKey } from '@bindery/contracts'
import type { Access } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import { getUser } from '../../access/people/users.ts'
import type { SshKeyRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { badRequest, conflict, forbidden, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { parsePublicKey } from '../../platform/ssh/public-key.ts'

interface Call {
  actor: Actor
  address: string
}

const mostKeys = 100

export async function listKeysOfUser(access: Access, name: string): Promise<SshKey[]> {
  const user = await getUser(access.database.db, name)
  return listKeys(access, user.id)
}

export async function listKeys(access: Access, userId: string): Promise<SshKey[]> {
  const rows = await access.database.db
    .selectFrom('ssh_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostKeys)
    .execute()
  return rows.map(toKey)
}

export async function addKey(
  access: Access,
  call: Call,
  given: { key: string; name: string },
): Promise<SshKey> {
  const { userId } = call.actor
  if (userId === null) throw forbidden('Sign in to add a key.')
  const { type, bits, fingerprint, line, comment } = parsePublicKey(given.key)
  const row: SshKeyRow = {
    id: newId(),
    user_id: userId,
    name: given.name || comment || fingerprint,
    type,
    bits,
    fingerprint,
    public_key: line,
    created_at: access.clock.now().toISOString(),
    last_used_at: null,
    last_used_address: null,
  }
  await transaction(access.database, async (db) => {
    const { count } = await db
      .selectFrom('ssh_keys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= mostKeys)
      throw badRequest(`Nobody has more than ${mostKeys} SSH keys. Remove one first.`, 'key')
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('ssh_keys')
      .values(row)
      .onConflict((on) => on.column('fingerprint').doNothing())
      .executeTakeFirst()
    // Whose it is, is nobody's business.
    if (numInsertedOrUpdatedRows !== 1n)
      throw conflict('This key is in use already, by you or by somebody else. Make a new one.')
    await audit(access, db, call, {
      kind: 'ssh-key.added',
      target: call.actor.name,
      detail: { fingerprint, type },
    })
  })
  return toKey(row)
}

export const removeKey = (access: Access, call: Call, id: string): Promise<void> =>
  remove(access, call, { id: call.actor.userId ?? '', name: call.actor.name }, id)

export async function removeKeyOfUser(access: Access, call: Call, name: string, id: string): Promise<void> {
  await remove(access, call, await getUser(access.database.db, name), id)
}

async function remove(
  access: Access,
  call: Call,
  owner: { id: string; name: string },
  id: string,
): Promise<void> {
  await transaction(access.database, async (db) => {
    const row = await db
      .deleteFrom('ssh_keys')
      .where('id', '=', id)
      .where('user_id', '=', owner.id)
      .returning(['fingerprint', 'type'])
      .executeTakeFirst()
    if (!row) throw notFound('SSH key', id)
    await audit(access, db, call, { kind: 'ssh-key.removed', target: owner.name, detail: { ...row } })
  })
}

const toKey = (row: SshKeyRow): SshKey => ({
  id: row.id,
  name: row.name,
  type: row.type,
  bits: row.bits,
  fingerprint: row.fingerprint,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})
