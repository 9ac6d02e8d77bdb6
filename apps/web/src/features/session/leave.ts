import { session } from '@bindery/contracts'
import { userApiKey } from '../../lib/api-key.ts'
import { call } from '../../lib/call.ts'
import { forgetProject } from '../../lib/project.ts'
import { pauseRefreshes } from '../../lib/refreshes.ts'
import { changeReader } from '../../lib/session.ts'
import { forgetVisitor } from '../../lib/visitor.ts'
import { findSamlLogout } from './load-login-state.ts'
import { initialLoginState, loginState } from './login-state.ts'

/** Ends the session and all that belonged to it; returns where the provider wants to be told of it. */
export async function leave(): Promise<string | undefined> {
  pauseRefreshes()
  forgetVisitor()
  userApiKey.set(undefined)
  forgetProject()
  const samlLogoutUrl = await findSamlLogout()
  await call(session.signOut, {})
  loginState.set({ ...initialLoginState, samlLogoutUrl })
  await changeReader()
  return samlLogoutUrl
}
