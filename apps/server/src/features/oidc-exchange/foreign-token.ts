// The token of a build platform: signed by its issuer, meant for us, and not over. Only then its claims count.
import type { OidcProvider } from '@bindery/contracts'
import { AppError } from '../../platform/errors.ts'
import { lazily } from '../../platform/lazily.ts'
import type { Services } from '../feature.ts'
import type { Claims } from './claims.ts'
import { findIssuer } from './issuer.ts'

const jose = lazily<typeof import('jose')>('jose')

/** Signed with a key of which the issuer publishes one half: nothing that a shared secret could make. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** In seconds: by so much the issuer's clock may be before or behind ours. */
const leeway = 60

export async function verifyForeign(
  services: Services,
  provider: OidcProvider,
  origin: string,
  token: string,
): Promise<Claims> {
  const expected = provider.token_issuer || provider.issuer_url
  // Looked at before anything is fetched: a token that cannot fit costs nobody a request.
  if (!isSameIssuer(String(readClaims(token)['iss'] ?? ''), expected))
    throw refused('it names another issuer')
  const verify = async (isStale: boolean) => {
    const issuer = await findIssuer(services, provider, isStale)
    const { payload } = await jose().jwtVerify(token, issuer.keys, {
      algorithms,
      issuer: provider.token_issuer || issuer.name,
      audience: provider.audience || services.baseUrl || origin,
      requiredClaims: ['exp', 'iat', 'sub'],
      clockTolerance: leeway,
      currentDate: services.clock.now(),
    })
    return payload
  }
  try {
    const claims = await verify(false).catch((error: unknown) => {
      if (error instanceof jose().errors.JWKSNoMatchingKey) return verify(true)
      throw error
    })
    if (provider.organization !== '' && claims['repository_owner'] !== provider.organization)
      throw refused(`it does not come from ${provider.organization}`)
    return claims
  } catch (error) {
    if (error instanceof jose().errors.JOSEError)
      throw refused(reasons[error.code] ?? 'it is not signed by its issuer')
    throw error
  }
}

const reasons: Record<string, string> = {
  ERR_JWT_EXPIRED: 'it has expired',
  ERR_JWT_CLAIM_VALIDATION_FAILED: 'it is meant for somebody else, or a claim is missing',
}

/** What a token says, whoever wrote it: to be compared and shown, never to be believed. */
export function readClaims(token: string): Claims {
  try {
    return jose().decodeJwt(token)
  } catch {
    throw refused('it cannot be read')
  }
}

const isSameIssuer = (a: string, b: string) => a.replace(/\/+$/, '') === b.replace(/\/+$/, '')

export const refused = (why: string) =>
  new AppError('not-signed-in', `The token of the build platform is not taken: ${why}.`)
