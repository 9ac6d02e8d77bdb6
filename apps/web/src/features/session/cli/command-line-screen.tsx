import { SignInFrame } from '../sign-in-frame.tsx'
import { message } from '../../../lib/messages.ts'
import { AllowCard } from './allow-card.tsx'

/** A program on somebody's computer wants to be that person: asks before it is allowed. */
export function CommandLineScreen() {
  return (
    <SignInFrame title={message('session.cliTitle')}>
      <AllowCard />
    </SignInFrame>
  )
}
