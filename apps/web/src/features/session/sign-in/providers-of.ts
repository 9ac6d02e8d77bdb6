import type { Provider } from '../last-method.ts'
import type { LoginState } from '../login-state.ts'

/** The ways in beside the password, SAML before OAuth. */
export function providersOf(state: LoginState): Provider[] {
  if (state.areProvidersHidden) return []
  return [
    ...state.ssoLinks.map(({ name, url }) => ({ method: `saml/${name}`, label: name, url, icon: 'saml' })),
    ...state.oauthProviders.map(({ name, displayName, url, icon }) => ({
      method: `oauth/${name}`,
      label: displayName === '' ? name : displayName,
      url,
      icon,
    })),
  ]
}
