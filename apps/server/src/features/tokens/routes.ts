import { tokens } from '@bindery/contracts'
import { createToken, listTokens, removeToken } from '../../access/tokens.ts'
import { implement } from '../feature.ts'

export const endpoints = implement(tokens, {
  create: {
    allow: 'signed-in',
    handle: async ({ actor, body }, { access }) => {
      const { username, scope, expires_in: expiresIn, description } = body
      const token = await createToken(access, actor, { username, scope, expiresIn, description })
      return {
        token_id: token.id,
        access_token: token.secret,
        ...(token.expiresIn !== undefined && { expires_in: token.expiresIn }),
        scope: token.scope,
        token_type: 'Bearer' as const,
      }
    },
  },
  list: {
    allow: 'signed-in',
    handle: async ({ actor }, { access }) => ({
      tokens: (await listTokens(access, actor)).map((token) => ({
        token_id: token.id,
        subject: token.subject,
        scope: token.scope,
        description: token.description,
        issued_at: seconds(token.created_at),
        ...(token.expires_at !== null && { expiry: seconds(token.expires_at) }),
        ...(token.last_used_at !== null && { last_used: seconds(token.last_used_at) }),
      })),
    }),
  },
  remove: {
    allow: 'signed-in',
    handle: ({ actor, params }, { access }) => removeToken(access, actor, params.id),
  },
})

const seconds = (at: string) => Math.floor(Date.parse(at) / 1000)
