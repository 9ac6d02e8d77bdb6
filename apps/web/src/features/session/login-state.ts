// What the sign-in area knows: what the installation offers, and how far somebody has come. In memory only.
import type { LoginRelatedData, MfaStatus, OAuthOffer, PasswordRules, SsoLink } from '@bindery/contracts'
import { createStore } from '../../lib/store.ts'

interface RealmStatus {
  name: string
  isAvailable: boolean
  message: string
}

export interface DialogSettings {
  enabled: boolean
  permanent: boolean
  title: string
  text: string
  buttonLabel: string
}

interface UserData {
  name: string
  realm: string
  mfaStatus: MfaStatus
}

export interface LoginState {
  /** Where a sign-out leads when the session came from a SAML provider. */
  samlLogoutUrl: string | undefined
  forgotPassword: boolean
  passwordAutocompleteEnabled: boolean
  rememberMeEnabled: boolean
  canRegister: boolean
  passwordRules: PasswordRules
  ssoLinks: SsoLink[]
  oauthProviders: OAuthOffer[]
  realms: RealmStatus[]
  samlRegistrationId: string | undefined
  mfaAuthenticator: 'Google' | undefined
  isLoading: boolean
  viewMode: 'internal' | 'external'
  areProvidersHidden: boolean
  hasAuthPlugin: boolean
  dialog: DialogSettings | undefined
  userData: UserData | undefined
}

export const initialLoginState: LoginState = {
  samlLogoutUrl: undefined,
  forgotPassword: false,
  passwordAutocompleteEnabled: true,
  rememberMeEnabled: false,
  canRegister: false,
  passwordRules: {
    minLength: 8,
    needsUpperCase: false,
    needsLowerCase: false,
    needsDigit: false,
    needsSpecial: false,
  },
  ssoLinks: [],
  oauthProviders: [],
  realms: [],
  samlRegistrationId: undefined,
  mfaAuthenticator: undefined,
  isLoading: false,
  viewMode: 'internal',
  areProvidersHidden: false,
  hasAuthPlugin: false,
  dialog: undefined,
  userData: undefined,
}

export const loginState = createStore(initialLoginState)

export const patchLoginState = (patch: Partial<LoginState>) =>
  loginState.set({ ...loginState.get(), ...patch })

/** The flags and links of the login-related data, as the state holds them. */
export function stateOf(data: LoginRelatedData): Partial<LoginState> {
  return {
    forgotPassword: data.forgotPassword,
    rememberMeEnabled: data.canRememberMe,
    passwordAutocompleteEnabled: data.passwordAutocompleteEnabled,
    canRegister: data.isRegistrationEnabled,
    passwordRules: data.passwordRules,
    ssoLinks: ssoLinksOf(data.samlAuthenticationData),
  }
}

/** A list as it is; a single address becomes one link with the prescribed name. */
export function ssoLinksOf(data: SsoLink[] | string): SsoLink[] {
  if (typeof data !== 'string') return data
  return data === '' ? [] : [{ name: 'SAML SSO', url: data }]
}
