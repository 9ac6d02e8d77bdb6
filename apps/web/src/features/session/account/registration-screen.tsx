import { useEffect } from 'react'
import { Link } from '../../../lib/link.tsx'
import { message } from '../../../lib/messages.ts'
import { useStore } from '../../../lib/store.ts'
import { loadRegistrationId } from '../load-login-state.ts'
import { loginState } from '../login-state.ts'
import { SignInFrame } from '../sign-in-frame.tsx'
import { useProceed } from '../use-sign-in.ts'
import { RegistrationForm } from './registration-form.tsx'

/** An account of one's own, where the installation allows it; the server decides. */
export function RegistrationScreen() {
  const proceed = useProceed()
  const { samlRegistrationId } = useStore(loginState)
  useEffect(() => void loadRegistrationId(), [])
  return (
    <SignInFrame
      title={message('session.registrationTitle')}
      lead={samlRegistrationId === undefined ? undefined : message('account.linked')}
      below={<Link to="/login">{message('session.back')}</Link>}
    >
      <RegistrationForm
        button={message('account.create')}
        onDone={(user, password) => void proceed(user, { password, preventRedirect: false })}
      />
    </SignInFrame>
  )
}
