// The default pair of keys, which older clients set part by part: the public key, the private key, its passphrase. It is a pair
// like the others, under a name of its own, and counts as unavailable until its private key is there.
import { audit, type Doer } from '../../access/audit.ts'
import { changeAccess } from '../../access/rules/access-version.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { KeyPairRow } from '../../platform/db/tables/keys.ts'
import { badRequest, conflict, notFound } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'
import { contextOf, refuseUsed } from './key-pairs.ts'
import { checkPair, isUnlockedPgpKey, readPgpKey } from './read-keys.ts'

const name = 'default-gpg'

/** Each empty where it was not set. */
interface DefaultPair {
  publicKey: string
  privateKey: string
  passphrase: string
}

const memberOf = { public: 'publicKey', private: 'privateKey', passphrase: 'passphrase' } as const
type Part = keyof typeof memberOf

/** Without opening what is sealed. */
export async function readDefault({
  database,
}: Services): Promise<{ publicKey: string; hasPrivateKey: boolean }> {
  const row = await find(database.db)
  return { publicKey: row?.public_key ?? '', hasPrivateKey: (row?.sealed_key ?? '') !== '' }
}

export async function saveDefault(services: Services, by: Doer, part: Part, given: string): Promise<void> {
  const value = given.trim()
  if (value === '') throw badRequest('Send the key or the passphrase as text.')
  const before = await find(services.database.db)
  const pair = { ...opened(services, before), [memberOf[part]]: value }
  await requireSound(pair)
  await write(services, by, part, before, pair)
}

export async function removeDefault(services: Services, by: Doer, part: 'public' | 'private'): Promise<void> {
  const before = await find(services.database.db)
  const pair = opened(services, before)
  if (pair[memberOf[part]] === '') throw notFound('key of the default pair', part)
  // A passphrase belongs to its key.
  const left = part === 'public' ? { ...pair, publicKey: '' } : { ...pair, privateKey: '', passphrase: '' }
  await write(services, by, part, before, left)
}

/** Each part by itself, and that they belong together as soon as that can be told. */
async function requireSound({ publicKey, privateKey, passphrase }: DefaultPair): Promise<void> {
  if (publicKey !== '') await readPgpKey(publicKey, 'publicKey')
  const isUnlocked = privateKey !== '' && (await isUnlockedPgpKey(privateKey))
  if (publicKey === '' || privateKey === '' || (!isUnlocked && passphrase === '')) return
  await checkPair({ pairName: name, pairType: 'GPG', alias: '', publicKey, privateKey, passphrase })
}

/** In line with the changes of repositories, as deletions of pairs are. */
async function write(
  { access }: Services,
  by: Doer,
  part: Part,
  before: KeyPairRow | undefined,
  pair: DefaultPair,
): Promise<void> {
  const seal = (secret: string) => (secret === '' ? '' : access.vault.seal(secret, contextOf(name)))
  const row = {
    ...{ name, type: 'GPG', alias: before?.alias ?? name },
    public_key: pair.publicKey,
    sealed_key: seal(pair.privateKey),
    sealed_passphrase: seal(pair.passphrase),
    created_at: before?.created_at ?? access.clock.now().toISOString(),
  }
  const isLess = pair[memberOf[part]] === ''
  await changeAccess(access, 'people', async (db) => {
    if (JSON.stringify(await find(db)) !== JSON.stringify(before))
      throw conflict('Somebody else changed the default pair of keys meanwhile. Try again.')
    if (isLess) await refuseUsed(db, name)
    await db.deleteFrom('key_pairs').where('name', '=', name).execute()
    if (Object.values(pair).some((one) => one !== '')) await db.insertInto('key_pairs').values(row).execute()
    await audit(access, db, by, {
      kind: isLess ? 'key-pair.deleted' : 'key-pair.created',
      target: name,
      detail: { part },
    })
  })
}

async function find(db: Db): Promise<KeyPairRow | undefined> {
  const row = await db.selectFrom('key_pairs').selectAll().where('name', '=', name).executeTakeFirst()
  if (row && row.type !== 'GPG')
    throw conflict(`The pair of keys ${name} is not for GPG. Delete it, and set the default pair then.`)
  return row
}

function opened({ access }: Services, row: KeyPairRow | undefined): DefaultPair {
  const open = (sealed = '') => (sealed === '' ? '' : access.vault.open(sealed, contextOf(name)))
  try {
    return {
      publicKey: row?.public_key ?? '',
      privateKey: open(row?.sealed_key),
      passphrase: open(row?.sealed_passphrase),
    }
  } catch {
    throw conflict(
      `What is stored of ${name} cannot be opened with the key of this installation. Delete that pair, and set it anew.`,
    )
  }
}
