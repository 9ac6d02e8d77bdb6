// The little that a package client needs of access: who it is, a token for a password, and giving the token back.
import { checkPassword, notSignedIn } from '../access/authenticate.ts'
import { createToken, findToken, listTokens, removeToken } from '../access/tokens.ts'
import { notFound } from '../platform/errors.ts'
import type { RegistryRequest } from './request.ts'

export async function signInForToken(
  request: RegistryRequest,
  name: string,
  password: string,
): Promise<string> {
  const { access } = request.registry
  const actor = await checkPassword(access, name.toLowerCase(), password)
  if (!actor) throw notSignedIn('The user name or the password is wrong.')
  if (actor.mustChangePassword)
    throw notSignedIn('Change your password in the browser first, then sign in here with the new one.')
  const token = await createToken(access, actor, {
    scope: 'applied-permissions/user',
    description: `Sign-in of a package client to ${request.repository.key}`,
  })
  return token.secret
}

/** Ends the token that is given as its own secret, as `npm logout` does. */
export async function giveTokenBack(request: RegistryRequest, secret: string): Promise<void> {
  const { access } = request.registry
  const token = await findToken(access, secret)
  if (!token || token.user_id !== request.actor.userId) throw notFound('token', 'given')
  await removeToken(access, request.actor, token.id)
}

export const myTokens = async (request: RegistryRequest) =>
  (await listTokens(request.registry.access, request.actor)).filter(
    (token) => token.user_id === request.actor.userId,
  )
