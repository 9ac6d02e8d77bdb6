import { tokens, type NewToken } from '@bindery/contracts'
import { notSignedIn } from '../../access/authenticate.ts'
import { audit } from '../../access/audit.ts'
import { rotateSigningKeys } from '../../access/tokens/signing-keys.ts'
import { refreshToken } from '../../access/tokens/token-refresh.ts'
import { createToken } from '../../access/tokens/token-request.ts'
import { isSecret, digestOf } from '../../access/tokens/token-secrets.ts'
import { tokenSettings } from '../../access/tokens/token-settings.ts'
import { scopeInWords } from '../../access/tokens/token-words.ts'
import {
  findToken,
  findTokenById,
  listTokens,
  revokeToken,
  revokeTokens,
  type GivenToken,
  type TokenMaker,
} from '../../access/tokens/tokens.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { refuseWhenReadOnly } from '../../platform/installation/read-only.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/wire.ts'
import { implement, type Services } from '../feature.ts'
import { toCreated } from '../../access/tokens/created-token.ts'
import { toWire } from './answers.ts'
import { tokenCounts, tokenPage } from './page.ts'

export const endpoints = implement(tokens, {
  // Open, because whoever refreshes a token has nothing else to show.
  create: {
    allow: 'public',
    worksReadOnly: true,
    handle: async (call, services) => toCreated(await makeOrRefresh(services, call, call.body)),
  },
  list: {
    allow: 'identified',
    handle: async ({ actor, query }, { access }) => {
      const rows = await listTokens(access, actor, {
        description: query.description,
        username: query.username,
        isRefreshable: query.refreshable,
        id: query.token_id,
        unusedSince:
          query.last_used === undefined ? undefined : new Date(query.last_used * 1000).toISOString(),
        orderBy: orders[query.order_by],
        isDescending: query.descending_order,
      })
      return { tokens: await toWire(access, rows) }
    },
  },
  get: {
    allow: 'identified',
    handle: async ({ actor, params }, { access }) => {
      if (params.id === 'me' && !actor.token)
        throw badRequest('You did not come with a token, so there is none to show.')
      const id = params.id === 'me' ? (actor.token?.id ?? '') : params.id
      const [token] = await toWire(access, [await findTokenById(access, actor, id)])
      if (!token) throw notFound('token', id)
      return token
    },
  },
  remove: {
    allow: 'identified',
    handle: ({ actor, address, params }, { access }) => {
      const id = params.id === 'me' ? (actor.token?.id ?? '') : params.id
      return revokeToken(access, { actor, address }, id)
    },
  },
  revoke: { allow: 'identified', handle: (call, services) => revokeGiven(services, call, call.body) },
  revokeByDelete: { allow: 'identified', handle: (call, services) => revokeGiven(services, call, call.body) },
  createInArtifactory: {
    allow: 'public',
    worksReadOnly: true,
    handle: async (call, services) => {
      const { token_id: _, ...token } = toCreated(await makeOrRefresh(services, call, call.body))
      return token
    },
  },
  listInArtifactory: {
    allow: 'signed-in',
    handle: async ({ actor }, { access }) => ({
      tokens: await toWire(access, await listTokens(access, actor)),
    }),
  },
  revokeInArtifactory: {
    allow: 'identified',
    handle: async (call, services) => {
      const isFound = await revokeGiven(services, call, call.body).then(
        () => true,
        (error: unknown) => {
          if (isMissing(error)) return false
          throw error
        },
      )
      return new PlainReply(text(200, isFound ? 'Token revoked' : 'Token not found'))
    },
  },
  page: { allow: 'administer', handle: ({ actor, query }, { access }) => tokenPage(access, actor, query) },
  counts: { allow: 'administer', handle: ({ query }, { access }) => tokenCounts(access, query.search) },
  removeMany: {
    allow: 'administer',
    handle: async ({ actor, address, body }, { access }) => ({
      revoked: await revokeTokens(access, { actor, address }, body.ids),
    }),
  },
  describe: {
    allow: 'signed-in',
    worksReadOnly: true,
    handle: ({ actor, body }) => ({ words: scopeInWords(body.scope, body.username || actor.name) }),
  },
  settings: { allow: 'signed-in', handle: (_call, { access }) => access.live.get(tokenSettings) },
  saveSettings: {
    allow: 'administer',
    handle: async (call, { access, database }) => {
      await transaction(database, async (db, after) => {
        await access.live.set(db, after, tokenSettings, call.body)
        await audit(access, db, call, { kind: 'settings.changed', target: 'tokens', detail: call.body })
      })
      return call.body
    },
  },
  rotateKeys: {
    allow: 'administer',
    handle: async (call, { access, database }) => {
      const keyId = await rotateSigningKeys(access)
      await transaction(database, (db) =>
        audit(access, db, call, { kind: 'token-key.rotated', target: keyId }),
      )
      return { keyId }
    },
  },
})

const orders = {
  created: 'created_at',
  token_id: 'id',
  owner: 'subject',
  subject: 'subject',
  expiry: 'expires_at',
  last_used: 'last_used_at',
} as const

async function makeOrRefresh(services: Services, call: TokenMaker, body: NewToken): Promise<GivenToken> {
  const { access } = services
  if (body.grant_type === 'refresh_token') {
    if (!body.refresh_token) throw badRequest('There is no refresh token in the request.', 'refresh_token')
    const pair = { refreshToken: body.refresh_token, accessToken: body.access_token }
    return refreshToken(access, call.address, pair)
  }
  if (call.actor.userId === null) throw notSignedIn('Sign in first.')
  // Renewing goes on in read-only mode, making new ones does not.
  await refuseWhenReadOnly(access.live)
  return createToken(access, call, {
    username: body.username,
    scope: body.scope,
    expiresIn: body.expires_in,
    description: body.description,
    audience: body.audience,
    projectKey: body.project_key,
    isRefreshable: body.refreshable,
    hasReference: body.include_reference_token,
  })
}

/** By the text of the token, of its refresh token, or by its id; one's own, or anybody's for an administrator. */
async function revokeGiven(
  { access }: Services,
  { actor, address }: TokenMaker,
  given: { token?: string | undefined; token_id?: string | undefined },
): Promise<void> {
  if (given.token_id !== undefined) return revokeToken(access, { actor, address }, given.token_id)
  if (given.token === undefined) throw badRequest('Name the token to revoke as token or token_id.', 'token')
  const row = isSecret('refresh', given.token)
    ? await access.database.db
        .selectFrom('tokens')
        .select(['id', 'user_id'])
        .where('refresh_hash', '=', digestOf(given.token))
        .executeTakeFirst()
    : await findToken(access, given.token)
  if (!row) throw notFound('token', 'given')
  return revokeToken(access, { actor, address }, row.id)
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'not-found'
