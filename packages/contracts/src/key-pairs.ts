// Keys that indexes and release bundles are signed with, and keys of others that are trusted.
// https://jfrog.com/help/r/jfrog-rest-apis/key-pairs
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const base = '/artifactory/api/security'

const Name = z
  .string({ error: 'Name the pair.' })
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, 'Use up to 64 letters, digits, dots, dashes and underscores.')

const Armoured = z.string({ error: 'Send the key as text.' }).min(1, 'Send the key as text.').max(100_000)

export const KeyPair = z.object({
  pairName: z.string(),
  pairType: z.enum(['GPG', 'RSA']),
  alias: z.string(),
  publicKey: z.string(),
  unavailable: z.boolean().describe('The private key cannot be opened with the key of this installation'),
})

const NewKeyPair = z.object({
  pairName: Name,
  pairType: z.enum(['GPG', 'RSA'], { error: 'The type is GPG or RSA.' }),
  alias: z.string().max(128).default(''),
  passphrase: z.string().max(1024).nullish(),
  publicKey: Armoured,
  privateKey: Armoured,
})
export type NewKeyPair = z.output<typeof NewKeyPair>

export const TrustedKey = z.object({
  kid: z.string(),
  type: z.enum(['PGP', 'RSA']),
  alias: z.string(),
  fingerprint: z.string(),
  key: z.string(),
  issued: z.number().describe('When the key was made, in milliseconds since 1970'),
  issuedBy: z.string().describe('The name in the key'),
  expiry: z.number().describe('0 when it never expires'),
})

const Named = { params: z.object({ name: z.string().max(128) }) }

const gpg = '/artifactory/api/gpg/key'
const Part = <const P extends string>(...parts: P[]) => ({
  params: z.object({ part: z.enum(parts, { error: `This is one of ${parts.join(', ')}.` }) }),
})

export const keyPairs = {
  create: endpoint(`POST ${base}/keypair`, 'Keep a pair of keys', {
    body: NewKeyPair,
    response: KeyPair,
    status: 201,
  }),
  list: endpoint(`GET ${base}/keypair`, 'List the pairs of keys, without what is private', {
    response: z.array(KeyPair),
  }),
  get: endpoint(`GET ${base}/keypair/{name}`, 'One pair of keys', { ...Named, response: KeyPair }),
  remove: endpoint(`DELETE ${base}/keypair/{name}`, 'Delete a pair that no repository uses', {
    ...Named,
    status: 200,
  }),
  verify: endpoint(`POST ${base}/keypair/verify`, 'Whether two keys belong together, without keeping them', {
    body: NewKeyPair,
    status: 200,
  }),
  ofRepository: endpoint(
    `GET ${base}/keypair/{type}/repositories/{repository}`,
    'The pair that a repository signs with; as `public`, its public key as text',
    {
      params: z.object({
        type: z.enum(['public', 'primary', 'secondary'], { error: 'Ask for public, primary or secondary.' }),
        repository: z.string().max(64),
      }),
      response: KeyPair,
    },
  ),
  trusted: endpoint(`GET ${base}/keys/trusted`, 'List the keys that are trusted', {
    response: z.object({ keys: z.array(TrustedKey) }),
  }),
  trust: endpoint(`POST ${base}/keys/trusted`, 'Trust a public key', {
    body: z.object({
      alias: z.string({ error: 'Name the key.' }).min(1, 'Name the key.').max(128),
      key: Armoured.optional(),
      public_key: Armoured.optional().describe('Its older name'),
    }),
    response: TrustedKey,
    status: 201,
  }),
  distrust: endpoint(`DELETE ${base}/keys/trusted/{name}`, 'Trust a key no longer', {
    ...Named,
    status: 200,
  }),
  defaultPublicKey: endpoint(`GET ${gpg}/public`, 'The public key of the default pair, as text', {
    status: 200,
  }),
  defaultPrivateKey: endpoint(
    `GET ${gpg}/private`,
    'Whether the default pair has its private key; the key itself is never told',
    { status: 200 },
  ),
  saveDefaultKey: endpoint(`PUT ${gpg}/{part}`, 'Set a part of the default pair: the body is the text', {
    ...Part('public', 'private', 'passphrase'),
    status: 200,
  }),
  removeDefaultKey: endpoint(`DELETE ${gpg}/{part}`, 'Take a key out of the default pair', {
    ...Part('public', 'private'),
    status: 200,
  }),
}
