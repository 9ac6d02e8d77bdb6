import { secondFactor } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { call, CallError } from '../../../lib/call.ts'
import { changeReader, isPerson, stopAsking } from '../../../lib/session.ts'
import { useAfterLogin } from '../use-sign-in.ts'
import { ProgressCard } from './progress-card.tsx'

/** Where a provider's answer ends: the session is there, or a second factor is asked for first. */
export function HandOverScreen() {
  const navigate = useNavigate()
  const afterLogin = useAfterLogin()
  const finish = async () => {
    await stopAsking() // a question of the try before would answer for it
    const user = await changeReader()
    if (isPerson(user)) return afterLogin({})
    return navigate({ to: await nextStep(), replace: true })
  }
  return <ProgressCard run={finish} />
}

/** Asking for a secret tells: there is one already, one may be made, or nobody is signing in. */
async function nextStep(): Promise<string> {
  try {
    await call(secondFactor.enroll, {})
    return '/login/mfa-enroll'
  } catch (error) {
    if (error instanceof CallError && error.status === 409) return '/login/otp-login'
    throw error
  }
}
