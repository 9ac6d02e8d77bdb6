// A token that was just made, as the clients of the platform read it.
import type { CreatedToken } from '@bindery/contracts'
import type { GivenToken } from './tokens.ts'

export const toCreated = (token: GivenToken): CreatedToken => ({
  token_id: token.id,
  access_token: token.secret,
  ...(token.expiresIn !== undefined && { expires_in: token.expiresIn }),
  scope: token.scope,
  token_type: 'Bearer',
  ...(token.refreshToken !== undefined && { refresh_token: token.refreshToken }),
  ...(token.referenceToken !== undefined && { reference_token: token.referenceToken }),
})
