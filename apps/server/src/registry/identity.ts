// The little that a package client needs of access: who it is, a token for a password, and giving the token back.
import { notSignedIn } from '../access/authenticate.ts'
import { checkPassword, refuseForPrograms } from '../access/sign-in/check-password.ts'
import { loadActor } from '../access/rules/load-actor.ts'
import { createToken } from '../access/tokens/token-request.ts'
import { findToken, listTokens, revokeToken } from '../access/tokens/tokens.ts'
import { notFound } from '../platform/errors.ts'
import type { RegistryRequest } from './request.ts'

export async function signInForToken(
  request: RegistryRequest,
  name: string,
  password: string,
): Promise<string> {
  const { access } = request.registry
  const user = await checkPassword(access, { name, password, address: request.address })
  if (!user) throw notSignedIn('The user name or the password is wrong.')
  await refuseForPrograms(access, user)
  const actor = await loadActor(access, user.id)
  if (!actor) throw notSignedIn('The user name or the password is wrong.')
  const by = { actor, address: request.address }
  const token = await createToken(access, by, {
    kind: 'reference',
    description: `Sign-in of a package client to ${request.repository.key}`,
  })
  return token.secret
}

/** Ends the token that is given as its own secret, as `npm logout` does. */
export async function giveTokenBack(request: RegistryRequest, secret: string): Promise<void> {
  const { access } = request.registry
  const token = await findToken(access, secret)
  if (!token || token.user_id !== request.actor.userId) throw notFound('token', 'given')
  await revokeToken(access, { actor: request.actor, address: request.address }, token.id)
}

export const myTokens = async (request: RegistryRequest) =>
  (await listTokens(request.registry.access, request.actor)).filter(
    (token) => token.user_id === request.actor.userId,
  )
