// Pairs of keys: what is private lies sealed and leaves the server in no answer.
import type { KeyPair, NewKeyPair } from '@bindery/contracts'
import type { z } from 'zod'
import { audit, type Doer } from '../../access/audit.ts'
import { changeAccess } from '../../access/rules/access-version.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { KeyPairRow } from '../../platform/db/tables/keys.ts'
import { isUniqueViolation, transaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { keyPairsOf, type NamedKeyPair } from '../../registry/config/check.ts'
import type { Settings } from '../../registry/config/read.ts'
import type { Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'
import { checkPair } from './read-keys.ts'

type Shown = z.infer<typeof KeyPair>

export const contextOf = (name: string) => `key-pair.${name}`

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

/** In line with the changes of repositories, so that none begins to use it meanwhile. */
export async function removePair({ access }: Services, by: Doer, name: string): Promise<void> {
  await changeAccess(access, 'people', async (db) => {
    await refuseUsed(db, name)
    const { numDeletedRows } = await db.deleteFrom('key_pairs').where('name', '=', name).executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('pair of keys', name)
    await audit(access, db, by, { kind: 'key-pair.deleted', target: name })
  })
}

export async function refuseUsed(db: Db, name: string): Promise<void> {
  const rows = await db.selectFrom('repositories').select(['key', 'settings']).orderBy('key').execute()
  const users = rows.filter(({ settings }) =>
    keyPairsOf(JSON.parse(settings) as Settings).some((one) => one.name === name),
  )
  if (users.length > 0)
    throw conflict(
      `The pair of keys ${name} is used by ${users.map(({ key }) => key).join(', ')}. Choose another for them first.`,
    )
}

/** The name of the pair that a repository signs with; undefined when it names none. */
export function pairOf({ config }: Repository, place: 'primary' | 'secondary'): string | undefined {
  const named = keyPairsOf({ ...config })
  const isWanted = ({ member }: NamedKeyPair) =>
    (member === 'secondaryKeyPairRef') === (place === 'secondary')
  return named.find(isWanted)?.name
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
