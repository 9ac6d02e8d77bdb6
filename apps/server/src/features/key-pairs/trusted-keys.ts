// Public keys of others whose signatures are believed.
import type { TrustedKey } from '@bindery/contracts'
import type { z } from 'zod'
import { audit, type Doer } from '../../access/audit.ts'
import type { TrustedKeyRow } from '../../platform/db/tables/keys.ts'
import { isUniqueViolation, transaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'
import { readPublicKey } from './read-keys.ts'

type Shown = z.infer<typeof TrustedKey>

export async function listTrusted({ database }: Services): Promise<{ keys: Shown[] }> {
  const rows = await database.db.selectFrom('trusted_keys').selectAll().orderBy('alias').execute()
  return { keys: rows.map(toShown) }
}

export async function trustKey(
  { access }: Services,
  by: Doer,
  { alias, key }: { alias: string; key: string },
): Promise<Shown> {
  const now = access.clock.now()
  const facts = await readPublicKey(key, now)
  const row: TrustedKeyRow = {
    id: facts.id,
    type: facts.type,
    alias,
    fingerprint: facts.fingerprint,
    key,
    issued_at: facts.issuedAt.toISOString(),
    issued_by: facts.issuedBy,
    expires_at: facts.expiresAt?.toISOString() ?? null,
    created_at: now.toISOString(),
  }
  try {
    await transaction(access.database, async (db) => {
      await db.insertInto('trusted_keys').values(row).execute()
      await audit(access, db, by, { kind: 'trusted-key.added', target: alias, detail: { kid: row.id } })
    })
  } catch (error) {
    if (isUniqueViolation(error))
      throw conflict(`A key with this alias or this fingerprint (${row.fingerprint}) is trusted already.`)
    throw error
  }
  return toShown(row)
}

export async function distrustKey({ access }: Services, by: Doer, id: string): Promise<void> {
  await transaction(access.database, async (db) => {
    const row = await db.deleteFrom('trusted_keys').where('id', '=', id).returning('alias').executeTakeFirst()
    if (!row) throw notFound('trusted key', id)
    await audit(access, db, by, { kind: 'trusted-key.removed', target: row.alias, detail: { kid: id } })
  })
}

const toShown = (row: TrustedKeyRow): Shown => ({
  kid: row.id,
  // Only trustKey writes this column.
  type: row.type as Shown['type'],
  alias: row.alias,
  fingerprint: row.fingerprint,
  key: row.key,
  issued: Date.parse(row.issued_at),
  issuedBy: row.issued_by,
  expiry: row.expires_at === null ? 0 : Date.parse(row.expires_at),
})
