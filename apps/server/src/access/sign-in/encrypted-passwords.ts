// A text that stands for a password in the files of build tools. Nothing is stored: it is sealed under the installation's key,
// and ends when the password changes, because it names the stored hash that it was made for.
import type { Access } from '../access.ts'
import { digestOf } from '../tokens/token-secrets.ts'
import { findUserById } from '../people/users.ts'

const prefix = 'bnd_pwd_'
const context = 'encrypted-password'

export const looksEncrypted = (text: string) => text.startsWith(prefix) && text.length < 1024

export const encryptPassword = (access: Access, userId: string, passwordHash: string): string =>
  prefix + access.vault.seal(`${userId} ${digestOf(passwordHash)}`, context).replace('.', '_')

/** The user, and the stored hash that it still goes with. */
export async function openEncryptedPassword(
  access: Access,
  text: string,
): Promise<{ userId: string; passwordHash: string } | undefined> {
  const [userId = '', digest] = (opened(access, text) ?? '').split(' ')
  const user = userId === '' ? undefined : await findUserById(access.database.db, userId)
  if (!user?.password_hash || digestOf(user.password_hash) !== digest) return undefined
  return { userId, passwordHash: user.password_hash }
}

function opened(access: Access, text: string): string | undefined {
  try {
    return access.vault.open(text.slice(prefix.length).replace('_', '.'), context)
  } catch {
    // Made up, cut, or sealed under another key: no password of ours.
    return undefined
  }
}
