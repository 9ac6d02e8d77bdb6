// What the sign-in page offers of SAML: a link for each provider, and the one that people are sent to at once.
import type { SsoLink } from '@bindery/contracts'
import type { Access, SignInOffers } from '../../access/access.ts'
import { listProviders } from '../../access/external/identity-providers.ts'
import { isAutoRedirecting, samlKind, type StoredProvider } from './providers.ts'

export async function samlOffers(access: Access): Promise<SignInOffers> {
  const providers = (await listProviders(access, samlKind)).filter(({ settings }) => settings.isEnabled)
  const redirecting = providers.find(isAutoRedirecting)
  const [first, ...others] = providers
  return {
    // One that nobody gave a name to is a mere address, and the page calls it SAML SSO.
    samlAuthenticationData:
      first && others.length === 0 && first.settings.displayName === ''
        ? startPath(first)
        : providers.map(toLink),
    ssoProviderLink: redirecting ? startPath(redirecting) : null,
  }
}

const toLink = (provider: StoredProvider): SsoLink => ({
  name: provider.settings.displayName || provider.name,
  url: startPath(provider),
})

const startPath = ({ name }: StoredProvider) => `/ui/api/v1/auth/saml/loginRequest/${name}`
