// The way in, step by step: credentials, second factor when asked for, then what follows every sign-in.
import { type CurrentUser, session } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, CallError } from '../../lib/call.ts'
import { notify } from '../../lib/notices.ts'
import { loadStart } from '../../lib/frame.ts'
import { changeReader } from '../../lib/session.ts'
import { loadApiKey } from './api-key.ts'
import { findDestination } from './destination.ts'
import { lastMethod } from './last-method.ts'
import { patchLoginState } from './login-state.ts'

interface Credentials {
  username: string
  password: string
  rememberMe: boolean
  /** Sent by another screen of ours; when they are refused the person starts over on the sign-in page. */
  fromInternalModule: boolean
  /** The caller goes on by itself. */
  preventRedirect: boolean
}

export function useSignIn() {
  const navigate = useNavigate()
  const proceed = useProceed()
  const [failure, setFailure] = useState<CallError | undefined>(undefined)

  const startOver = async (error: CallError) => {
    await changeReader()
    notify('error', error.message)
    await navigate({ to: '/login' })
  }
  const signIn = async (credentials: Credentials): Promise<CallError | undefined> => {
    setFailure(undefined)
    patchLoginState({ isLoading: true })
    try {
      await proceed(await send(credentials), credentials)
      return undefined
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (isExpired(error)) {
        await navigate({ to: '/login/change-password', state: { user: credentials.username } })
        return undefined
      }
      setFailure(error)
      if (credentials.fromInternalModule) await startOver(error)
      return error
    } finally {
      patchLoginState({ isLoading: false })
    }
  }
  return { signIn, failure }
}

/** By the state of the second factor: set it up, ask for a code, or go on. */
export function useProceed() {
  const navigate = useNavigate()
  const afterLogin = useAfterLogin()
  return async (user: CurrentUser, credentials: Pick<Credentials, 'password' | 'preventRedirect'>) => {
    patchLoginState({ userData: { name: user.name, realm: user.realm, mfaStatus: user.mfaStatus } })
    if (user.mfaStatus === 'none') return afterLogin(credentials)
    // The way leads over other screens, so it ends with a redirect whoever began it.
    waiting = { password: credentials.password }
    if (user.mfaStatus === 'verify') patchLoginState({ mfaAuthenticator: 'Google' })
    return navigate({ to: user.mfaStatus === 'enroll' ? '/login/mfa-enroll' : '/login/otp-login' })
  }
}

/** What follows every sign-in, whichever way it came. */
export function useAfterLogin() {
  const navigate = useNavigate()
  return async (credentials: Partial<Pick<Credentials, 'password' | 'preventRedirect'>> = takeWaiting()) => {
    const user = await changeReader()
    if (credentials.password !== undefined && user !== null) {
      lastMethod.set('password')
      void loadApiKey(user.name, credentials.password)
    }
    if (credentials.preventRedirect === true) return
    const { tour } = (await loadStart()).addresses
    const destination = tour === '' ? await findDestination(user) : { url: tour }
    if ('url' in destination) location.assign(destination.url)
    else await navigate({ href: destination.path, replace: true })
  }
}

/** Between the password and the code; gone with the page. */
let waiting: Partial<Pick<Credentials, 'password'>> = {}

function takeWaiting() {
  const taken = waiting
  waiting = {}
  return taken
}

const send = ({ username, password, rememberMe }: Credentials) =>
  call(session.signIn, {
    query: { _spring_security_remember_me: rememberMe ? 'true' : 'false' },
    body: { user: username, password, type: 'login' },
  })

const expiredCodes = ['CREDENTIALS_EXPIRED', 'PASSWORD_EXPIRED']

const isExpired = ({ code }: CallError) => expiredCodes.includes(code)
