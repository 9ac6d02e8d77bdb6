import { apiKeys } from '@bindery/contracts'
import { makeApiKey, readApiKey, revokeApiKeys } from '../../access/tokens/api-keys.ts'
import { encryptPassword } from '../../access/sign-in/encrypted-passwords.ts'
import { requireProof, type ProvingCall } from '../../access/sign-in/reauthenticate.ts'
import { findUser, findUserById } from '../../access/people/users.ts'
import { AppError, forbidden, notFound } from '../../platform/errors.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/wire.ts'
import { implement, type Services } from '../feature.ts'

export const endpoints = implement(apiKeys, {
  read: {
    allow: 'signed-in',
    handle: async (call, { access }) => {
      const userId = await proven(access, call)
      const apiKey = await readApiKey(access, userId)
      return apiKey === undefined ? {} : { apiKey }
    },
  },
  create: {
    allow: 'signed-in',
    handle: async (call, { access }) => {
      const userId = await proven(access, call)
      // Clients know this refusal by its status.
      if ((await readApiKey(access, userId)) !== undefined)
        throw new AppError('bad-request', 'You have an API key already. Regenerate or revoke it.')
      return { apiKey: await makeApiKey(access, call, userId, { replace: false }) }
    },
  },
  regenerate: {
    allow: 'signed-in',
    handle: async (call, { access }) => ({
      apiKey: await makeApiKey(access, call, await proven(access, call), { replace: true }),
    }),
  },
  revoke: {
    allow: 'signed-in',
    handle: async (call, { access }) => {
      const isAll = call.query.deleteAll === '1'
      if (isAll && !call.actor.isAdmin) throw forbidden('Only an administrator may revoke all API keys.')
      const userId = await proven(access, call)
      const count = await revokeApiKeys(access, call, isAll ? 'all' : { userId, name: call.actor.name })
      return { info: isAll ? `${count} API keys were revoked.` : revokedInfo(call.actor.name, count) }
    },
  },
  revokeOf: {
    allow: 'administer',
    handle: async (call, { access }) => {
      const user = await findUser(access.database.db, call.params.name.toLowerCase())
      if (!user) throw notFound('user', call.params.name)
      const count = await revokeApiKeys(access, call, { userId: user.id, name: user.name })
      return { info: revokedInfo(user.name, count) }
    },
  },
  encryptedPassword: {
    allow: 'signed-in',
    handle: async (call, { access }) => {
      const userId = await proven(access, call)
      const user = await findUserById(access.database.db, userId)
      // Clients keep the plain password when they read this status.
      if (!user?.password_hash)
        throw new AppError('conflict', 'Your password is kept elsewhere, so it cannot be encrypted here.')
      return new PlainReply(text(200, encryptPassword(access, userId, user.password_hash)))
    },
  },
  show: {
    allow: 'signed-in',
    handle: async (call, { access }) => {
      const { username } = call.query
      if (username !== undefined && username.toLowerCase() !== call.actor.name)
        throw forbidden('The API key of another user cannot be read.')
      return { apiKey: (await readApiKey(access, await proven(access, call))) ?? null }
    },
  },
  make: {
    allow: 'signed-in',
    handle: async (call, { access }) => ({
      apiKey: await makeApiKey(access, call, await proven(access, call), { replace: true }),
    }),
  },
  drop: {
    allow: 'signed-in',
    handle: async (call, { access }) => {
      const userId = await proven(access, call)
      await revokeApiKeys(access, call, { userId, name: call.actor.name })
    },
  },
})

/** The user, who has just shown to be the person and not only somebody with their token. */
async function proven(access: Services['access'], call: ProvingCall): Promise<string> {
  await requireProof(access, call)
  return call.actor.userId ?? ''
}

const revokedInfo = (name: string, count: number) =>
  count === 0 ? `User ${name} has no API key.` : `The API key of user ${name} was revoked.`
