import { expect, test } from 'vitest'
import { CallError } from '../../lib/call.ts'
import { failureLines } from './failure-lines.ts'
import { lastFirst } from './last-method.ts'
import { initialLoginState, loginState, patchLoginState, ssoLinksOf, stateOf } from './login-state.ts'
import { providersOf } from './sign-in/providers-of.ts'
import { shouldShowDialog } from './sign-in/dialog-marker.ts'

const rules = {
  minLength: 12,
  needsUpperCase: true,
  needsLowerCase: true,
  needsDigit: true,
  needsSpecial: false,
}
const data = {
  forgotPassword: true,
  canRememberMe: true,
  passwordAutocompleteEnabled: false,
  samlAuthenticationData: [{ name: 'Okta', url: '/saml/okta' }],
  ssoProviderLink: null,
  isRegistrationEnabled: true,
  passwordRules: rules,
}

test('AUTH-12: the login-related data fills the state', () => {
  expect(stateOf(data)).toEqual({
    forgotPassword: true,
    rememberMeEnabled: true,
    passwordAutocompleteEnabled: false,
    canRegister: true,
    passwordRules: rules,
    ssoLinks: [{ name: 'Okta', url: '/saml/okta' }],
  })
})

test('AUTH-11: the state holds each of the given facts, and keeps the others when one becomes known', () => {
  expect(Object.keys(initialLoginState)).toEqual(
    expect.arrayContaining([
      'samlLogoutUrl',
      'forgotPassword',
      'passwordAutocompleteEnabled',
      'rememberMeEnabled',
      'ssoLinks',
      'oauthProviders',
      'realms',
      'samlRegistrationId',
      'mfaAuthenticator',
      'isLoading',
      'viewMode',
      'hasAuthPlugin',
      'dialog',
      'userData',
    ]),
  )
  patchLoginState(stateOf(data))
  patchLoginState({ userData: { name: 'ada', realm: 'oauth', mfaStatus: 'none' } })
  expect(loginState.get()).toMatchObject({
    userData: { name: 'ada', realm: 'oauth', mfaStatus: 'none' },
    ssoLinks: [{ name: 'Okta', url: '/saml/okta' }],
    viewMode: 'internal',
  })
})

test('AUTH-14, AUTH-15: a list of SAML providers is taken as it is, a single address becomes SAML SSO', () => {
  expect(ssoLinksOf([{ name: 'Okta', url: '/okta' }])).toEqual([{ name: 'Okta', url: '/okta' }])
  expect(ssoLinksOf('/saml')).toEqual([{ name: 'SAML SSO', url: '/saml' }])
  expect(ssoLinksOf('')).toEqual([])
})

const github = {
  name: 'github',
  displayName: 'GitHub',
  type: 'github',
  icon: 'github',
  url: '/g',
  enabled: true,
} as const
const state = { ...initialLoginState, ssoLinks: ssoLinksOf('/saml'), oauthProviders: [github] }

test('AUTH-10: providers can be hidden, and the last used one comes first', () => {
  expect(providersOf({ ...state, areProvidersHidden: true })).toEqual([])
  const names = (last: string) => lastFirst(providersOf(state), last).map(({ label }) => label)
  expect(names('')).toEqual(['SAML SSO', 'GitHub'])
  expect(names('oauth/github')).toEqual(['GitHub', 'SAML SSO'])
})

test('AUTH-65, AUTH-66: a dismissed dialog stays away, unless it is permanent, which voids the dismissal', () => {
  const kept = new Map([['customLoginDialogDismissed', 'true']])
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
  }
  expect(shouldShowDialog({ enabled: true, permanent: false }, storage)).toBe(false)
  expect(shouldShowDialog({ enabled: false, permanent: true }, storage)).toBe(false)
  expect(shouldShowDialog({ enabled: true, permanent: true }, storage)).toBe(true)
  expect(kept.size).toBe(0)
  expect(shouldShowDialog({ enabled: true, permanent: false }, storage)).toBe(true)
})

test('ERR-02, ERR-03, ERR-04, ERR-05, ERR-06: what the server said is shown, else the prescribed words', () => {
  const refusal = new CallError(400, 'bad-request', 'No.', 'id', undefined, ['No.', 'Not that.'])
  expect(failureLines(refusal, 'spec.somethingWrong')).toEqual(['No.', 'Not that.'])
  const strange = new CallError(502, 'internal', 'Something in front answered', 'id')
  expect(failureLines(strange, 'spec.somethingWrong')).toEqual(['something went wrong'])
  expect(failureLines(strange, 'spec.mailNotSent')).toEqual(["Email wasn't sent"])
  expect(failureLines(strange, 'spec.resetFailed')).toEqual(['Failed to reset the password'])
  expect(failureLines(strange, 'spec.changePasswordFailed')).toEqual(['Failed to change password'])
})
