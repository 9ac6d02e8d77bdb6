// Who a public key belongs to. A connection that offered keys and ended without signing in counts as one wrong answer of its
// address, however many it offered: an agent offers all it has. The name that the client gives is not looked at.
import { underAddressLimit } from '../../access/sign-in/attempts.ts'
import { AppError } from '../../platform/errors.ts'
import { fingerprintOf } from '../../platform/ssh/public-key.ts'
import type { CountedSignIn } from '../../platform/ssh/listen.ts'
import type { Access } from '../../access/access.ts'

export interface KnownKey {
  id: string
  userId: string
  fingerprint: string
}

export function beginSignIn(access: Access, address: string): CountedSignIn<KnownKey> {
  const outcome = Promise.withResolvers<true | undefined>()
  let admission: Promise<boolean> | undefined
  let counted = Promise.resolve()

  const admit = (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const check = () => {
      resolve(true)
      return outcome.promise
    }
    counted = underAddressLimit(access, address, check, 'key')
      .then(() => undefined)
      .catch((error: unknown) => {
        resolve(false)
        if (!(error instanceof AppError))
          access.log?.error('A sign-in by SSH was not counted', { error, address })
      })
    return promise
  }

  return {
    async find(key) {
      if (!(await (admission ??= admit()))) return undefined
      return findHolder(access, fingerprintOf(key))
    },
    end(isSignedIn) {
      outcome.resolve(isSignedIn ? true : undefined)
      return counted
    },
  }
}

async function findHolder(access: Access, fingerprint: string) {
  const row = await access.database.db
    .selectFrom('ssh_keys')
    .select(['id', 'user_id', 'public_key'])
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return row && { who: { id: row.id, userId: row.user_id, fingerprint }, publicKey: row.public_key }
}
