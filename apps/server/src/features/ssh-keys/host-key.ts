// The key by which clients know this server again: made at the first use, sealed in the vault, the same for all nodes.
import type { Access } from '../../access/access.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { lazily } from '../../platform/lazily.ts'
import { newKeyPair } from '../../platform/ssh/key-pair.ts'
import { fingerprintOf } from '../../platform/ssh/public-key.ts'

const ssh2 = lazily<typeof import('ssh2')>('ssh2')

const name = 'ssh_host_key'

export interface HostKey {
  /** In OpenSSH's own form. */
  privateKey: string
  fingerprint: string
}

export async function findHostKey(access: Access): Promise<HostKey> {
  const sealed = (await read(access.database.db)) ?? (await make(access))
  const privateKey = access.vault.open(sealed, name)
  const key = ssh2().utils.parseKey(privateKey)
  if (key instanceof Error) throw key
  return { privateKey, fingerprint: fingerprintOf(key.getPublicSSH()) }
}

/** Of several processes that begin at once one makes it. */
function make(access: Access): Promise<string> {
  const value = access.vault.seal(newKeyPair('bindery').private, name)
  return transaction(access.database, async (db) => {
    await db
      .insertInto('settings')
      .values({ name, value })
      .onConflict((on) => on.column('name').doNothing())
      .execute()
    return (await read(db)) ?? value
  })
}

const read = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value
