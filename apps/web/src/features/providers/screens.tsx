// The settings pages of sign-on providers: one layout, a description for each.
import { ldapKind } from './ldap-kind.ts'
import { oauthKind } from './oauth-kind.ts'
import { oidcKind } from './oidc/oidc-kind.ts'
import { ProviderScreen } from './provider-screen.tsx'
import { samlKind } from './saml-kind.ts'
import { crowdKind, httpSsoKind } from './single-kinds.ts'

export const LdapScreen = () => <ProviderScreen kind={ldapKind} />
export const SamlScreen = () => <ProviderScreen kind={samlKind} />
export const OAuthScreen = () => <ProviderScreen kind={oauthKind} />
export const CrowdScreen = () => <ProviderScreen kind={crowdKind} />
export const HttpSsoScreen = () => <ProviderScreen kind={httpSsoKind} />
export const OidcScreen = () => <ProviderScreen kind={oidcKind} />
