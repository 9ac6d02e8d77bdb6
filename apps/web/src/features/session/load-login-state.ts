// Fills the login state. Every call has a default: none of them may keep somebody from signing in.
import {
  type CallInput,
  type Endpoint,
  oauth,
  type Output,
  saml,
  type Shape,
  signInScreen,
} from '@bindery/contracts'
import { call, isUnreachable } from '../../lib/call.ts'
import { type LoginState, patchLoginState, stateOf } from './login-state.ts'

/** Resolves when the ways in are known; the rest arrives when it does. False: the server could not be reached. */
export async function loadLoginState(registrationToken?: string): Promise<boolean> {
  void fill(signInScreen.realms, {}, (realms) => ({ realms }))
  void fill(signInScreen.loginDialog, {}, ({ config }) => ({ dialog: config }))
  void fill(signInScreen.userPlugins, {}, ({ isUserPluginEnabled }) => ({
    hasAuthPlugin: isUserPluginEnabled,
  }))
  const query = registrationToken === undefined ? {} : { registrationToken }
  const reached = await Promise.all([
    fill(signInScreen.loginData, { body: {} }, stateOf),
    fill(signInScreen.visualMode, {}, ({ loginIsExternal, isProvidersHidden }) => ({
      viewMode: loginIsExternal ? 'external' : 'internal',
      areProvidersHidden: isProvidersHidden,
    })),
    fill(oauth.providers, { query }, (offers) => ({
      oauthProviders: offers.filter(({ enabled }) => enabled),
    })),
  ])
  return reached.every(Boolean)
}

export const loadRegistrationId = () =>
  fill(saml.registrationId, {}, ({ samlRegistrationId: id }) => ({
    samlRegistrationId: id === '' ? undefined : id,
  }))

/** Where this browser has to go to be signed out at its provider too; asked while the session lasts. */
export async function findSamlLogout(): Promise<string | undefined> {
  let url: string | undefined
  await fill(saml.logoutRequest, { query: {} }, ({ logoutUrl }) => {
    url = logoutUrl === '' ? undefined : logoutUrl
    return { samlLogoutUrl: url }
  })
  return url
}

/** Where the sign-in page leads at once, when it does. */
export async function findAutoRedirect(): Promise<string | undefined> {
  let link: string | undefined
  await fill(saml.autoRedirect, {}, ({ isAutoRedirectLogin, ssoProviderLink }) => {
    link = isAutoRedirectLogin && ssoProviderLink !== '' ? ssoProviderLink : undefined
    return {}
  })
  return link
}

async function fill<S extends Shape>(
  endpoint: Endpoint<S>,
  input: CallInput<S>,
  read: (answer: Output<S>) => Partial<LoginState>,
): Promise<boolean> {
  try {
    patchLoginState(read(await call(endpoint, input)))
    return true
  } catch (error) {
    console.info(`${endpoint.path} failed; going on without it.`, error)
    return !isUnreachable(error)
  }
}
