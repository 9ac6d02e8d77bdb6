import { useCallback, useEffect, useState } from 'react'
import { useLasting } from '../../../lib/delay.ts'
import { useStore } from '../../../lib/store.ts'
import { knownProviders, lastFirst, lastMethod, type Provider } from '../last-method.ts'
import { loadLoginState } from '../load-login-state.ts'
import { loginState } from '../login-state.ts'
import { providersOf } from './providers-of.ts'

/** A first visit waits this long with showing the form, so that it does not jump when providers appear above it. */
const patience = 400

interface Offers {
  /** The ways in beside the password; undefined entries keep a place free. */
  providers: (Provider | undefined)[]
  isWaiting: boolean
  isUnreachable: boolean
  retry: () => void
}

export function useOffers(): Offers {
  const state = useStore(loginState)
  const [reach, setReach] = useState<'asking' | 'reached' | 'unreachable'>('asking')
  const isPatient = !useLasting(true, patience)
  const retry = useCallback(() => {
    const settle = (isReached: boolean) => {
      setReach(isReached ? 'reached' : 'unreachable')
      if (isReached) knownProviders.set(providersOf(loginState.get()).length)
    }
    void loadLoginState().then(settle)
  }, [])
  useEffect(retry, [retry])
  const expected = useStore(knownProviders)
  const isAsking = reach === 'asking'
  return {
    providers: isAsking
      ? Array.from({ length: Math.max(expected, 0) }, () => undefined)
      : lastFirst(providersOf(state), lastMethod.get()),
    isWaiting: isAsking && expected < 0 && isPatient,
    isUnreachable: reach === 'unreachable',
    retry,
  }
}
