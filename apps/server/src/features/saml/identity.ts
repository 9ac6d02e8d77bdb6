// Who an assertion is about, as the settings of the provider say where to look.
import type { ExternalIdentity } from '../../access/external/external-identity.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Assertion } from './assertion.ts'
import type { StoredProvider } from './providers.ts'

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

export function identityOf(
  { name: provider, settings }: StoredProvider,
  assertion: Assertion,
): ExternalIdentity {
  const first = (attribute: string) => assertion.attributes.get(attribute)?.find((value) => value !== '')
  const name = settings.nameAttribute === '' ? assertion.nameId : first(settings.nameAttribute)
  if (name === undefined || name === '')
    throw badRequest(
      settings.nameAttribute === ''
        ? 'The assertion names nobody: its NameID is empty.'
        : `The assertion has no attribute ${settings.nameAttribute}, which the settings take the user name from.`,
    )
  if (settings.nameAttribute === '' && assertion.nameIdFormat === transient)
    throw badRequest(
      'The provider gives another NameID each time. Take the user name from an attribute, or ask for another format.',
    )
  const email = settings.emailAttribute === '' ? assertion.nameId : first(settings.emailAttribute)
  return {
    realm: 'saml',
    provider,
    name,
    externalId: assertion.nameIdFormat === persistent ? assertion.nameId : undefined,
    email: email !== undefined && /^[^\s@]+@[^\s@]+$/.test(email) ? email.slice(0, 256) : undefined,
    groups:
      settings.groupAttribute === '' ? undefined : (assertion.attributes.get(settings.groupAttribute) ?? []),
  }
}
