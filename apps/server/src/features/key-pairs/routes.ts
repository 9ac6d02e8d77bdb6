import { keyPairs } from '@bindery/contracts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { readText } from '../../platform/http/body.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/wire.ts'
import { resolve } from '../../registry/resolve-repository.ts'
import { implement } from '../feature.ts'
import { readDefault, removeDefault, saveDefault } from './default-pair.ts'
import { createPair, getPair, listPairs, pairOf, removePair } from './key-pairs.ts'
import { checkPair } from './read-keys.ts'
import { distrustKey, listTrusted, trustKey } from './trusted-keys.ts'

const largestKey = 100_000
const nameOf = { public: 'public key', private: 'private key', passphrase: 'passphrase' }

export const endpoints = implement(keyPairs, {
  create: { allow: 'administer', handle: (call, services) => createPair(services, call, call.body) },
  list: { allow: 'administer', handle: (_call, services) => listPairs(services) },
  get: { allow: 'administer', handle: ({ params }, services) => getPair(services, params.name) },
  remove: {
    allow: 'administer',
    handle: async (call, services) => {
      await removePair(services, call, call.params.name)
      return new PlainReply(text(200, `The key pair ${call.params.name} was deleted.\n`))
    },
  },
  verify: {
    allow: 'administer',
    worksReadOnly: true,
    handle: async ({ body }) => {
      await checkPair(body)
      return new PlainReply(text(200, 'The key pair was verified.\n'))
    },
  },
  // Whoever installs from a repository needs the key that its index is signed with.
  ofRepository: {
    allow: 'browse',
    handle: async ({ params, actor }, services) => {
      const repository = await resolve(services.registry, params.repository, actor, 'read')
      const name = pairOf(repository, params.type === 'secondary' ? 'secondary' : 'primary')
      if (name === undefined) throw notFound('pair of keys of the repository', params.repository)
      const pair = await getPair(services, name)
      return params.type === 'public' ? new PlainReply(text(200, pair.publicKey)) : pair
    },
  },
  trusted: { allow: 'administer', handle: (_call, services) => listTrusted(services) },
  trust: {
    allow: 'administer',
    handle: (call, services) => {
      const { alias, key = call.body.public_key } = call.body
      if (key === undefined) throw badRequest('Send the key as text.', 'key')
      return trustKey(services, call, { alias, key })
    },
  },
  distrust: {
    allow: 'administer',
    handle: async (call, services) => {
      await distrustKey(services, call, call.params.name)
      return new PlainReply(text(200, `The key ${call.params.name} is trusted no longer.\n`))
    },
  },
  defaultPublicKey: {
    allow: 'browse',
    handle: async (_call, services) => {
      const { publicKey } = await readDefault(services)
      if (publicKey === '') throw notFound('key of the default pair', 'public')
      return new PlainReply(text(200, publicKey))
    },
  },
  defaultPrivateKey: {
    allow: 'administer',
    handle: async (_call, services) => {
      const { hasPrivateKey } = await readDefault(services)
      if (!hasPrivateKey) throw notFound('key of the default pair', 'private')
      return new PlainReply(
        text(200, 'The private key is stored, sealed. It leaves the server in no answer.\n'),
      )
    },
  },
  saveDefaultKey: {
    allow: 'administer',
    handle: async (call, services) => {
      const { part } = call.params
      // Artifactory's own form has the passphrase in a header, and no body.
      const header = call.raw.headers['x-gpg-passphrase']?.toString()
      const given = part === 'passphrase' && header ? header : await readText(call.raw, largestKey)
      await saveDefault(services, call, part, given)
      return new PlainReply(text(200, `The ${nameOf[part]} of the default pair was set.\n`))
    },
  },
  removeDefaultKey: {
    allow: 'administer',
    handle: async (call, services) => {
      const { part } = call.params
      await removeDefault(services, call, part)
      return new PlainReply(text(200, `The ${nameOf[part]} of the default pair was deleted.\n`))
    },
  },
})
