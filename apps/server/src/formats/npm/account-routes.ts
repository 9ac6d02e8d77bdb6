// Who am I, `npm login` with name and password, `npm logout`, `npm token`.
import { badRequest } from '../../platform/errors.ts'
import { giveTokenBack, myTokens, signInForToken } from '../../registry/identity.ts'
import { isObject } from './json.ts'
import { json, parseJson, readBody, type WireReply } from '../../registry/reply.ts'
import type { RegistryRequest } from '../../registry/request.ts'
import type { RegistryRouter } from '../../registry/route-table.ts'

export function accountRoutes(route: RegistryRouter): void {
  route.on('GET', '/-/whoami', 'signed-in', ({ actor }) =>
    Promise.resolve(json(200, { username: actor.name })),
  )
  // npm asks POST /-/v1/login first; our 404 makes it ask for name and password instead.
  route.on('PUT', '/-/user/org.couchdb.user:{user}', 'open', signIn)
  route.on('DELETE', '/-/user/token/{token}', 'signed-in', signOut)
  route.on('GET', '/-/npm/v1/tokens', 'signed-in', listTokens)
  route.on('GET', '/-/npm/v1/user', 'signed-in', profile)
}

async function signIn(request: RegistryRequest): Promise<WireReply> {
  const body = parseJson((await readBody(request.body, 64 * 1024)).toString('utf8'))
  const { name, password } = isObject(body) ? body : {}
  if (typeof name !== 'string' || typeof password !== 'string' || name !== request.params['user'])
    throw badRequest('The sign-in needs a name, the same as in the address, and a password.')
  const token = await signInForToken(request, name, password)
  return json(201, { ok: true, id: `org.couchdb.user:${name}`, rev: '1-0', token })
}

async function signOut(request: RegistryRequest): Promise<WireReply> {
  await giveTokenBack(request, request.params['token'] ?? '')
  return json(200, { ok: true })
}

async function listTokens(request: RegistryRequest): Promise<WireReply> {
  const objects = (await myTokens(request)).map((token) => ({
    token: '',
    key: token.id,
    cidr_whitelist: null,
    readonly: false,
    automation: false,
    created: token.created_at,
    updated: token.last_used_at ?? token.created_at,
  }))
  return json(200, { objects, total: objects.length, urls: {} })
}

const profile = ({ actor }: RegistryRequest) =>
  Promise.resolve(json(200, { name: actor.name, tfa: false, email: '', email_verified: false }))
