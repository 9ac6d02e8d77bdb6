// Who came, from the claims of the provider, and whether the settings let them in at all.
import type { ExternalIdentity } from '../../access/external/external-identity.ts'
import { badRequest, forbidden } from '../../platform/errors.ts'
import type { StoredProvider } from './providers.ts'

export type Claims = Record<string, unknown> & { sub: string }

export function identityOf({ name: provider, settings }: StoredProvider, claims: Claims): ExternalIdentity {
  const name = textClaim(claims, settings.nameClaim)
  if (name === undefined)
    throw badRequest(
      `The provider does not tell ${settings.nameClaim}, which the settings take the user name from.`,
    )
  const email = verifiedEmail(claims, settings.emailClaim)
  refuseOtherDomains(settings.allowedDomains, email)
  const groups = settings.groupClaim === '' ? undefined : listClaim(claims, settings.groupClaim)
  refuseOtherOrganisations(settings.allowedOrganisations, organisationsOf(claims, groups ?? []))
  return { realm: 'oauth', provider, name, externalId: claims.sub, email, groups }
}

/** An address that the provider did not verify could be anybody's: it is neither kept nor believed. */
function verifiedEmail(claims: Claims, claim: string): string | undefined {
  const email = claim === '' ? undefined : textClaim(claims, claim)
  const isVerified = claims['email_verified'] === true || claims['email_verified'] === 'true'
  return email !== undefined && isVerified && /^[^\s@]+@[^\s@]+$/.test(email)
    ? email.slice(0, 256)
    : undefined
}

function refuseOtherDomains(allowed: string[], email: string | undefined): void {
  if (allowed.length === 0) return
  const domain = email?.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (domain === undefined || !allowed.some((one) => one.toLowerCase() === domain))
    throw forbidden(
      'Only people with a verified e-mail address of certain domains may come through this provider.',
    )
}

function refuseOtherOrganisations(allowed: string[], theirs: string[]): void {
  if (allowed.length === 0) return
  const own = new Set(theirs.map((one) => one.toLowerCase()))
  if (!allowed.some((one) => own.has(one.toLowerCase())))
    throw forbidden('Only members of certain organisations may come through this provider.')
}

/** Google tells the domain of a Workspace, GitHub organisations, others groups. */
function organisationsOf(claims: Claims, groups: string[]): string[] {
  const domain = textClaim(claims, 'hd')
  return [...listClaim(claims, 'organisations'), ...groups, ...(domain === undefined ? [] : [domain])]
}

function textClaim(claims: Claims, claim: string): string | undefined {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function listClaim(claims: Claims, claim: string): string[] {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined
  return [value].flat().filter((one) => typeof one === 'string')
}
