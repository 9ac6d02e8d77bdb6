// A new key pair in OpenSSH's own form, for servers and for clients in tests.
import { lazily } from '../lazily.ts'

const ssh2 = lazily<typeof import('ssh2')>('ssh2')

export interface KeyPair {
  public: string
  private: string
}

/** The library loses zeros at the beginning: of two hundred pairs one is none. Nobody could connect to a server that has it. */
export function newKeyPair(comment?: string): KeyPair {
  for (let tries = 0; tries < mostTries; tries++) {
    const pair = ssh2().utils.generateKeyPairSync('ed25519', comment === undefined ? {} : { comment })
    if (isPair(pair)) return pair
  }
  throw new Error('No SSH key could be made.')
}

const mostTries = 20

/** The name of the type, the key, and a length before each. */
const publicBytes = 4 + 'ssh-ed25519'.length + 4 + 32

function isPair(pair: KeyPair): boolean {
  const open = ssh2().utils.parseKey(pair.public)
  const secret = ssh2().utils.parseKey(pair.private)
  if (open instanceof Error || secret instanceof Error) return false
  if (open.getPublicSSH().length !== publicBytes || !open.getPublicSSH().equals(secret.getPublicSSH()))
    return false
  const signature = secret.sign('text')
  // An error in place of an answer, whatever its type says.
  const isRight: unknown = Buffer.isBuffer(signature) && open.verify('text', signature)
  return isRight === true
}
