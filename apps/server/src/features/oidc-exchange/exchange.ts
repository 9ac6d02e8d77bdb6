// A build machine shows the token that its own platform gave it, and gets one of ours: who it is and what it may do is said
// by the first mapping whose claims the token has.
import type { IdentityMapping, OidcProvider } from '@bindery/contracts'
import { nobody } from '../../access/actor.ts'
import { isMeantForUs } from '../../access/tokens/token-actor.ts'
import { parseScope } from '../../access/tokens/token-scope.ts'
import { issueToken, type GivenToken } from '../../access/tokens/tokens.ts'
import { findUser } from '../../access/people/users.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'
import { fillPattern, fillPatternForEach, matchesClaims, type Claims } from './claims.ts'
import { refused, verifyForeign } from './foreign-token.ts'
import { listMappings } from './mappings.ts'
import { findProvider } from './providers.ts'

interface ExchangeRequest {
  grant_type?: string | undefined
  subject_token_type?: string | undefined
  subject_token: string
  provider_name: string
  identity_mapping_name?: string | undefined
  include_reference_token?: boolean | undefined
}

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange'
const idTokenType = 'urn:ietf:params:oauth:token-type:id_token'
const usualLife = 3600

export async function exchange(
  services: Services,
  call: { address: string; origin: string },
  given: ExchangeRequest,
) {
  if (given.grant_type !== undefined && given.grant_type !== exchangeGrant)
    throw badRequest(`Use ${exchangeGrant} as grant_type.`, 'grant_type')
  if (given.subject_token_type !== undefined && given.subject_token_type !== idTokenType)
    throw badRequest(`Use ${idTokenType} as subject_token_type.`, 'subject_token_type')
  const { db } = services.database
  const provider = await findProvider(db, given.provider_name)
  const claims = await verifyForeign(services, provider, call.origin, given.subject_token)
  const mappings = await listMappings(db, provider.name)
  const wanted = given.identity_mapping_name
  const mapping = mappings
    .filter((one) => wanted === undefined || wanted === '' || one.name === wanted)
    .find((one) => matchesClaims(one.claims, claims))
  if (!mapping)
    throw badRequest(
      `No identity mapping of ${provider.name} takes this token. Compare its claims with them.`,
    )
  const { token, username } = await giveToken(services, call.address, { provider, mapping, claims, given })
  return {
    access_token: token.secret,
    scope: token.scope,
    token_type: 'Bearer' as const,
    expires_in: token.expiresIn ?? usualLife,
    issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    username,
    token_id: token.id,
    ...(token.referenceToken !== undefined && { reference_token: token.referenceToken }),
  }
}

interface Decided {
  provider: OidcProvider
  mapping: IdentityMapping
  claims: Claims
  given: ExchangeRequest
}

async function giveToken(
  services: Services,
  address: string,
  { provider, mapping, claims, given }: Decided,
): Promise<{ token: GivenToken; username: string }> {
  const { access } = services
  const spec = mapping.token_spec
  const { subject, scope, life } = await outcomeOf(services, spec, claims)
  const token = await issueToken(
    access,
    { actor: { ...nobody, name: `oidc:${provider.name}` }, address },
    {
      kind: 'signed',
      ...subject,
      scope,
      life,
      audience: spec.audience,
      description: `${provider.name}: ${mapping.name}, ${String(claims['sub'])}`.slice(0, 1024),
      projectKey: mapping.project_key,
      createdBy: `oidc:${provider.name}`,
      isRefreshable: false,
      hasReference: given.include_reference_token ?? false,
    },
  )
  return { token, username: subject.subject }
}

/** Whose token it becomes and what it may do; throws when the mapping cannot give one. */
export async function outcomeOf(services: Services, spec: IdentityMapping['token_spec'], claims: Claims) {
  const subject = await subjectOf(services, spec, claims)
  const scope = scopeOf(spec, claims)
  if (subject.userId === null && parseScope(scope).user)
    throw badRequest(`There is no user ${JSON.stringify(subject.subject)}, whose rights the mapping gives.`)
  if (!(await isMeantForUs(services.access, spec.audience)))
    throw badRequest('The audience of the mapping is not ours.')
  return { subject, scope, life: spec.expires_in || usualLife }
}

async function subjectOf(
  { database }: Services,
  spec: IdentityMapping['token_spec'],
  claims: Claims,
): Promise<{ userId: string | null; subject: string }> {
  const isPattern = spec.username === ''
  const text = isPattern ? fillPattern(spec.username_pattern || '{{sub}}', claims) : spec.username
  const name = text.toLowerCase().slice(0, 256)
  const user = await findUser(database.db, name)
  // A name that the foreign platform's users choose must not make them one of ours who runs the place.
  if (isPattern && user?.is_admin === 1)
    throw badRequest('A mapping with a pattern cannot give the rights of an administrator.')
  if (user && user.status !== 'enabled') throw refused('its user is disabled')
  return { userId: user?.id ?? null, subject: user?.name ?? name }
}

function scopeOf(spec: IdentityMapping['token_spec'], claims: Claims): string {
  if (spec.groups_pattern === '') return spec.scope
  const groups = fillPatternForEach(spec.groups_pattern, claims)
    .map((name) => name.replaceAll(/["\s]+/g, ' ').trim())
    .filter((name) => name !== '')
  if (groups.length === 0) throw badRequest('The token names no group, which the mapping needs.')
  return `applied-permissions/groups:${groups.map((name) => `"${name}"`).join(',')}`
}
