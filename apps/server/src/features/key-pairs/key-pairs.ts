// Pairs of keys: what is private lies sealed and leaves the server in no answer.
import type { KeyPair, NewKeyPair } from '@bindery/contracts'
import type { z } from 'zod'
import { audit, type Doer } from '../../access/audit.ts'
import type { KeyPairRow } from '../../platform/db/tables/keys.ts'
import { isUniqueViolation, transaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { listRepositories, type Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'
import { checkPair } from './read-keys.ts'

type Shown = z.infer<typeof KeyPair>

const contextOf = (name: string) => `key-pair.${name}`

export async function createPair({ access }: Services, by: Doer, given: NewKeyPair): Promise<Shown> {
  await checkPair(given)
  const { pairName: name, passphrase } = given
  const seal = (secret: string) => access.vault.seal(secret, contextOf(name))
  const row: KeyPairRow = {
    name,
    type: given.pairType,
    alias: given.alias,
    public_key: given.publicKey,
    sealed_key: seal(given.privateKey),
    sealed_passphrase: passphrase ? seal(passphrase) : '',
    created_at: access.clock.now().toISOString(),
  }
  try {
    await transaction(access.database, async (db) => {
      await db.insertInto('key_pairs').values(row).execute()
      await audit(access, db, by, { kind: 'key-pair.created', target: name, detail: { type: row.type } })
    })
  } catch (error) {
    if (isUniqueViolation(error))
      throw conflict(`There is a pair of keys ${name} already. Delete it first, or choose another name.`)
    throw error
  }
  return { ...toShown({ access }, row), unavailable: false }
}

export async function listPairs(services: Services): Promise<Shown[]> {
  const rows = await services.database.db.selectFrom('key_pairs').selectAll().orderBy('name').execute()
  return rows.map((row) => toShown(services, row))
}

export async function getPair(services: Services, name: string): Promise<Shown> {
  const row = await services.database.db
    .selectFrom('key_pairs')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst()
  if (!row) throw notFound('pair of keys', name)
  return toShown(services, row)
}

export async function removePair({ access, registry }: Services, by: Doer, name: string): Promise<void> {
  const users = (await listRepositories(registry)).filter((one) => refsOf(one).includes(name))
  if (users.length > 0)
    throw conflict(
      `The pair of keys ${name} is used by ${users.map(({ key }) => key).join(', ')}. Choose another for them first.`,
    )
  await transaction(access.database, async (db) => {
    const { numDeletedRows } = await db.deleteFrom('key_pairs').where('name', '=', name).executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('pair of keys', name)
    await audit(access, db, by, { kind: 'key-pair.deleted', target: name })
  })
}

/** The pairs that the configuration of a repository names, the primary one first. */
export const refsOf = ({ config }: Repository): string[] => {
  const members = config as unknown as Record<string, unknown>
  return ['primaryKeyPairRef', 'secondaryKeyPairRef'].map((name) => String(members[name] ?? ''))
}

const toShown = ({ access }: Pick<Services, 'access'>, row: KeyPairRow): Shown => ({
  pairName: row.name,
  // Only createPair writes this column.
  pairType: row.type as Shown['pairType'],
  alias: row.alias,
  publicKey: row.public_key,
  unavailable: !canOpen(() => access.vault.open(row.sealed_key, contextOf(row.name))),
})

function canOpen(open: () => string): boolean {
  try {
    return open() !== ''
  } catch {
    // Sealed under the key of another installation.
    return false
  }
}
