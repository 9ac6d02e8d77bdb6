import { secondFactor } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, CallError } from '../../../lib/call.ts'
import { notify } from '../../../lib/notices.ts'
import { failureLines } from '../failure-lines.ts'
import { patchLoginState } from '../login-state.ts'

interface Verifying {
  isBusy: boolean
  error: string | undefined
  failures: number
}

/** Sends a code. A wrong one leaves the screen as it is; a refusal ends the sign-in, which starts over. */
export function useVerify(onDone: (recoveryCodes: string[]) => void) {
  const navigate = useNavigate()
  const [state, setState] = useState<Verifying>({ isBusy: false, error: undefined, failures: 0 })
  const verify = async (otp: string) => {
    setState({ ...state, isBusy: true, error: undefined })
    patchLoginState({ isLoading: true })
    try {
      const { recoveryCodes, ...user } = await call(secondFactor.verify, { body: { otp } })
      patchLoginState({ userData: { name: user.name, realm: user.realm, mfaStatus: user.mfaStatus } })
      onDone(recoveryCodes)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const text = failureLines(error, 'spec.somethingWrong').join('\n')
      setState({ isBusy: false, error: text, failures: state.failures + 1 })
      if (error.status !== 403) return
      notify('error', text)
      await navigate({ to: '/login', replace: true })
    } finally {
      patchLoginState({ isLoading: false })
    }
  }
  return { ...state, verify }
}
