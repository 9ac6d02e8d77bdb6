// An administrator tries a token: which mapping takes it, and why the others do not. Nothing is given out.
import type { IdentityMapping, OidcProvider, OidcTest } from '@bindery/contracts'
import { AppError } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'
import { compareClaims, type Claims } from './claims.ts'
import { outcomeOf } from './exchange.ts'
import { readClaims, verifyForeign } from './foreign-token.ts'
import { listMappings } from './mappings.ts'
import { findProvider } from './providers.ts'

export async function tryToken(
  services: Services,
  { origin }: { origin: string },
  name: string,
  token: string,
): Promise<OidcTest> {
  const { db } = services.database
  const provider = await findProvider(db, name)
  const found = await claimsOf(services, provider, origin, token)
  const mappings = await listMappings(db, name)
  const tests = mappings.map((mapping) => {
    const claims = compareClaims(mapping.claims, found.claims)
    return { name: mapping.name, isMet: claims.every(({ isMet }) => isMet), claims }
  })
  const first = mappings[tests.findIndex(({ isMet }) => isMet)]
  return {
    ...found,
    mappings: tests,
    mapping: first?.name ?? null,
    ...(first ? await tryOutcome(services, first, found.claims) : { outcome: null, problem: null }),
  }
}

/** Also of a token that is not taken, so that one sees what it says: build tokens are over after minutes. */
async function claimsOf(services: Services, provider: OidcProvider, origin: string, token: string) {
  try {
    return { refusal: null, claims: await verifyForeign(services, provider, origin, token) }
  } catch (error) {
    return { refusal: sentenceOf(error), claims: readable(token) }
  }
}

async function tryOutcome(services: Services, mapping: IdentityMapping, claims: Claims) {
  try {
    const { subject, scope, life } = await outcomeOf(services, mapping.token_spec, claims)
    const outcome = { username: subject.subject, isUser: subject.userId !== null, scope, expiresIn: life }
    return { outcome, problem: null }
  } catch (error) {
    return { outcome: null, problem: sentenceOf(error) }
  }
}

function readable(token: string): Claims {
  try {
    return readClaims(token)
  } catch {
    return {} // the refusal says that it cannot be read
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof AppError) return error.message
  throw error
}
