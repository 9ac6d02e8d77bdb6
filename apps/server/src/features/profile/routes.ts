import { profile } from '@bindery/contracts'
import { requireProof } from '../../access/sign-in/reauthenticate.ts'
import { createToken } from '../../access/tokens/token-request.ts'
import { revokeTokens } from '../../access/tokens/tokens.ts'
import { forbidden } from '../../platform/errors.ts'
import { implement } from '../feature.ts'
import { readProfile, saveProfile, unlockProfile } from './profile.ts'
import { endingSoon, ownTokens } from './own-tokens.ts'
import { repositoryScope } from './repository-scope.ts'

export const endpoints = implement(profile, {
  state: { allow: 'signed-in', handle: (call, services) => readProfile(services, call) },
  unlock: {
    allow: 'signed-in',
    worksReadOnly: true,
    handle: (call, services) => unlockProfile(services, call, call.body.password),
  },
  save: { allow: 'signed-in', handle: (call, services) => saveProfile(services, call, call.body) },
  createToken: {
    allow: 'signed-in',
    handle: async (call, { access, registry }) => {
      const { actor, body, params } = call
      if (params.name.toLowerCase() !== actor.name)
        throw forbidden('An identity token can only be made for oneself.')
      await requireProof(access, call)
      const token = await createToken(access, call, {
        scope: body.limit && (await repositoryScope(registry, actor, body.limit)),
        expiresIn: body.expiresIn,
        description: body.description,
        hasReference: true,
      })
      const { id: tokenId, secret, referenceToken = '', expiresAt } = token
      return { token: secret, referenceToken, tokenId, expiresAt }
    },
  },
  myTokens: {
    allow: 'signed-in',
    handle: async ({ actor }, { access }) => {
      const tokens = await ownTokens(access, actor)
      return { tokens, endingSoon: await endingSoon(access, tokens) }
    },
  },
  revokeTokens: {
    allow: 'signed-in',
    handle: async (call, { access }) => {
      const own = new Set((await ownTokens(access, call.actor)).map((token) => token.id))
      const ids = call.body.ids.filter((id) => own.has(id))
      return { revoked: ids.length === 0 ? 0 : await revokeTokens(access, call, ids) }
    },
  },
})
