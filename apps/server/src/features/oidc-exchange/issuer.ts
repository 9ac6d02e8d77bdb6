// The keys of a foreign issuer, fetched from itself and from nowhere else: the document that it publishes must name it as
// the issuer, and its keys must lie on the same host.
import type { LocalJWKSet } from 'jose'
import { z } from 'zod'
import { AppError, badRequest } from '../../platform/errors.ts'
import { lazily } from '../../platform/lazily.ts'
import type { OutboundFetch } from '../../platform/outbound/fetch.ts'
import type { Services } from '../feature.ts'

const jose = lazily<typeof import('jose')>('jose')

interface Issuer {
  /** As its document names itself. */
  name: string
  keys: LocalJWKSet
  fetchedAt: number
}

const Discovery = z.object({ issuer: z.string().max(2048), jwks_uri: z.string().max(2048) })
const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) })

const keepMs = 10 * 60_000
/** When a token names a key that we do not know, the issuer may have new ones; but nobody makes us ask all the time. */
const askAgainMs = 30_000
const request = { limit: 256 * 1024, timeoutMs: 10_000, redirects: 'same-origin' } as const

const known = new WeakMap<Services, Map<string, Promise<Issuer>>>()

/** `isStale` asks for newer keys than those that did not fit. */
export async function findIssuer(
  services: Services,
  { issuer_url: url, use_default_proxy }: { issuer_url: string; use_default_proxy: boolean },
  isStale = false,
): Promise<Issuer> {
  const issuers = known.get(services) ?? new Map<string, Promise<Issuer>>()
  known.set(services, issuers)
  const now = services.clock.now().getTime()
  const kept = await issuers.get(url)?.catch(() => undefined)
  if (kept && now - kept.fetchedAt < (isStale ? askAgainMs : keepMs)) return kept
  const fetch: OutboundFetch = (address, request) =>
    services.outbound.fetch(address, { ...request, proxy: use_default_proxy ? undefined : null })
  const asked = fetchIssuer(fetch, url, now)
  issuers.set(url, asked)
  try {
    return await asked
  } catch (error) {
    issuers.delete(url)
    throw error
  }
}

async function fetchIssuer(fetch: OutboundFetch, url: string, fetchedAt: number): Promise<Issuer> {
  const base = url.replace(/\/+$/, '')
  const document = await readJson(fetch, `${base}/.well-known/openid-configuration`, Discovery)
  if (document.issuer.replace(/\/+$/, '') !== base)
    throw badRequest(
      `The issuer at ${base} calls itself ${document.issuer}. Set its own name as the address.`,
    )
  if (URL.parse(document.jwks_uri)?.origin !== URL.parse(base)?.origin)
    throw badRequest(`The keys of ${base} lie on another host, which is not trusted.`)
  const keys = await readJson(fetch, document.jwks_uri, KeySet)
  return { name: document.issuer, keys: jose().createLocalJWKSet(keys), fetchedAt }
}

async function readJson<T>(fetch: OutboundFetch, url: string, schema: z.ZodType<T>): Promise<T> {
  const reply = await fetch(url, request)
  const parsed = reply.status === 200 ? schema.safeParse(tryParse(reply.text)) : undefined
  if (!parsed?.success)
    throw new AppError('bad-gateway', `${url} did not answer with what an OpenID issuer publishes.`, {
      // Clients repeat what is answered with 5xx; this will not get better by that.
      status: 400,
    })
  return parsed.data
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
