// The keys that sign access tokens: made at the first use, the private half sealed in the vault. The newest signs; the
// others only verify what they signed, and are removed when nothing is left of it.
import type { CryptoKey, JWK } from 'jose'
import { randomBytes } from 'node:crypto'
import type { Db } from '../../platform/db/connect.ts'
import type { SigningKeyRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { lazily } from '../../platform/lazily.ts'
import type { Access } from '../access.ts'

const jose = lazily<typeof import('jose')>('jose')

/** The one algorithm that is signed with and accepted; what a token says about itself does not count. */
export const algorithm = 'EdDSA'

interface SigningKey {
  id: string
  key: CryptoKey
}

const context = (id: string) => `signing-key:${id}`
const rotateAfterDays = 90

/** Public keys that were looked up; a key never changes under its id. */
const known = new WeakMap<Access, Map<string, CryptoKey>>()
const serviceIds = new WeakMap<Access, string>()

export async function currentSigningKey(access: Access): Promise<SigningKey> {
  const row = (await newest(access.database.db)) ?? (await makeKey(access))
  const jwk = JSON.parse(access.vault.open(row.private_key ?? '', context(row.id))) as JWK
  return { id: row.id, key: await toKey(jwk) }
}

/** Undefined when no key of ours has this id. */
export async function verificationKey(access: Access, id: string): Promise<CryptoKey | undefined> {
  const keys = known.get(access) ?? new Map<string, CryptoKey>()
  known.set(access, keys)
  const found = keys.get(id)
  if (found) return found
  const row = await access.database.db
    .selectFrom('signing_keys')
    .select('public_key')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const key = await toKey(JSON.parse(row.public_key) as JWK)
  keys.set(id, key)
  return key
}

/** From now on a new key signs. The old ones lose the half that signs. Returns the new id. */
export async function rotateSigningKeys(access: Access): Promise<string> {
  const row = await newRow(access)
  await transaction(access.database, async (db) => {
    await db.updateTable('signing_keys').set({ private_key: null }).execute()
    await db.insertInto('signing_keys').values(row).execute()
    await db
      .deleteFrom('signing_keys')
      .where('private_key', 'is', null)
      .where((where) =>
        where.not(
          where.exists(
            where.selectFrom('tokens').select('tokens.id').whereRef('tokens.key_id', '=', 'signing_keys.id'),
          ),
        ),
      )
      .execute()
  })
  known.delete(access)
  return row.id
}

export async function rotateWhenDue(access: Access): Promise<void> {
  const row = await newest(access.database.db)
  const due = access.clock.now().getTime() - rotateAfterDays * 86_400_000
  if (row && Date.parse(row.created_at) < due) await rotateSigningKeys(access)
}

/** Who issues our tokens: `jfac@` and a name that the first use makes up and that stays. */
export async function accessServiceId(access: Access): Promise<string> {
  const kept = serviceIds.get(access)
  if (kept !== undefined) return kept
  const name = 'access_service_id'
  const read = (db: Db) =>
    db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  let row = await read(access.database.db)
  if (!row) {
    const value = `jfac@01${randomBytes(12).toString('hex')}`
    row = await transaction(access.database, async (db) => {
      await db
        .insertInto('settings')
        .values({ name, value })
        .onConflict((on) => on.column('name').doNothing())
        .execute()
      return read(db)
    })
  }
  serviceIds.set(access, row?.value ?? '')
  return row?.value ?? ''
}

const newest = (db: Db) =>
  db
    .selectFrom('signing_keys')
    .selectAll()
    .where('private_key', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Of several processes that need the first key at once one makes it. */
async function makeKey(access: Access): Promise<SigningKeyRow> {
  const row = await newRow(access)
  return transaction(access.database, async (db) => {
    const claim = await db
      .insertInto('settings')
      .values({ name: 'first_signing_key', value: row.id })
      .onConflict((on) => on.column('name').doNothing())
      .executeTakeFirst()
    const there = claim.numInsertedOrUpdatedRows === 1n ? undefined : await newest(db)
    if (there) return there
    await db.insertInto('signing_keys').values(row).execute()
    return row
  })
}

async function newRow(access: Access): Promise<SigningKeyRow> {
  const { generateKeyPair, exportJWK } = jose()
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true })
  const id = newId()
  return {
    id,
    public_key: JSON.stringify(await exportJWK(publicKey)),
    private_key: access.vault.seal(JSON.stringify(await exportJWK(privateKey)), context(id)),
    created_at: access.clock.now().toISOString(),
  }
}

async function toKey(jwk: JWK): Promise<CryptoKey> {
  const key = await jose().importJWK(jwk, algorithm)
  if (key instanceof Uint8Array) throw new Error('A signing key is not one of a pair.')
  return key
}
