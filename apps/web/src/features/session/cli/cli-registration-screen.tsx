import type { CurrentUser } from '@bindery/contracts'
import { useState } from 'react'
import { Link } from '../../../lib/link.tsx'
import { message } from '../../../lib/messages.ts'
import { RegistrationForm } from '../account/registration-form.tsx'
import { SignInFrame } from '../sign-in-frame.tsx'
import { useProceed } from '../use-sign-in.ts'
import { AllowCard } from './allow-card.tsx'

/** A new account for somebody whom a command line sent here, then the question of the command line. */
export function CliRegistrationScreen() {
  const proceed = useProceed()
  const [isIn, setIn] = useState(false)
  const goOn = async (user: CurrentUser, password: string) => {
    // With a second factor to set up first, the way leads through other screens and comes back by itself.
    const staysHere = user.mfaStatus === 'none'
    await proceed(user, { password, preventRedirect: staysHere })
    setIn(staysHere)
  }
  return isIn ? (
    <SignInFrame title={message('session.cliTitle')}>
      <AllowCard />
    </SignInFrame>
  ) : (
    <SignInFrame
      title={message('session.registrationTitle')}
      lead={message('account.cliRegistrationLead')}
      below={<Link to="/login">{message('account.haveAccount')}</Link>}
    >
      <RegistrationForm
        button={message('account.create')}
        onDone={(user, password) => void goOn(user, password)}
      />
    </SignInFrame>
  )
}
