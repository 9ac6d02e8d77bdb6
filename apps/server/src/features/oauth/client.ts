// The library that speaks OAuth and OpenID Connect, set up for one provider. Everything it fetches goes through the
// outbound policy: no redirects, bounded in size and time. What was discovered is kept for a while.
import type { Configuration, CustomFetch } from 'openid-client'
import type { Access } from '../../access/access.ts'
import { AppError } from '../../platform/errors.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Services } from '../feature.ts'
import { openSecret, type StoredProvider } from './providers.ts'

/** Loaded when somebody first signs in. */
export const library = () => import('openid-client')

const keptMs = 10 * 60_000
const largestAnswer = 512 * 1024

interface Kept {
  until: number
  configuration: Promise<Configuration>
}

const keptBy = new WeakMap<Access, Map<string, Kept>>()

/** In seconds: by so much the provider's clock may be before or behind ours. */
const leeway = 60

export async function oauthClient(services: Services, provider: StoredProvider): Promise<Configuration> {
  const { access, clock } = services
  const kept = keptBy.get(access) ?? new Map<string, Kept>()
  keptBy.set(access, kept)
  const key = JSON.stringify([provider.name, provider.settings])
  const present = kept.get(key)
  if (present && present.until > clock.now().getTime()) return present.configuration
  const configuration = setUp(services, provider)
  kept.set(key, { until: clock.now().getTime() + keptMs, configuration })
  // What failed is asked for anew the next time; and settings of yesterday are forgotten.
  configuration.catch(() => kept.delete(key))
  for (const [other, { until }] of kept) if (until <= clock.now().getTime()) kept.delete(other)
  return configuration
}

/** Anew, without what is kept: for the test of the settings. */
export async function setUp(
  { access, outbound }: Services,
  provider: StoredProvider,
): Promise<Configuration> {
  const client = await library()
  const { issuer, clientId, type } = provider.settings
  const secret = openSecret(access, provider)
  const authentication = secret === undefined ? client.None() : client.ClientSecretPost(secret)
  const fetch = guardedFetch(outbound)
  const isPlain = issuer.startsWith('http:')
  if (type !== 'github')
    return client.discovery(new URL(issuer), clientId, { [client.clockTolerance]: leeway }, authentication, {
      [client.customFetch]: fetch,
      // Signatures are checked though the token came straight from the provider.
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    })
  const configuration = new client.Configuration(
    {
      issuer,
      authorization_endpoint: `${issuer}/login/oauth/authorize`,
      token_endpoint: `${issuer}/login/oauth/access_token`,
    },
    clientId,
    undefined,
    authentication,
  )
  configuration[client.customFetch] = fetch
  if (isPlain) client.allowInsecureRequests(configuration)
  return configuration
}

/** What went wrong, for people. The library's own messages say what it expected; ours, thrown inside it, say more. */
export function explain(error: unknown): AppError {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof AppError) return cause
  const { error: code, error_description: description } = error as {
    error?: unknown
    error_description?: unknown
  }
  if (typeof code === 'string')
    return new AppError(
      'bad-gateway',
      `The provider refused: ${typeof description === 'string' ? description.slice(0, 200) : code.slice(0, 100)}.`,
      { cause: error },
    )
  const why = error instanceof Error ? error.message.slice(0, 200) : 'no reason was given'
  return new AppError('bad-gateway', `The answer of the provider cannot be trusted: ${why}.`, {
    cause: error,
  })
}

const guardedFetch =
  (outbound: Outbound): CustomFetch =>
  async (url, { method, headers, body }) => {
    const reply = await outbound.fetch(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body === undefined || body === null ? {} : { body: textOf(body) }),
      redirects: 'none',
      limit: largestAnswer,
      timeoutMs: 10_000,
    })
    const hasBody = reply.status !== 204 && reply.status !== 304
    return new Response(hasBody ? reply.text : null, {
      status: reply.status,
      headers: { 'content-type': reply.headers.get('content-type') ?? '' },
    })
  }

/** The library sends forms only. */
const textOf = (body: unknown): string =>
  typeof body === 'string' ? body : body instanceof URLSearchParams ? body.toString() : ''
