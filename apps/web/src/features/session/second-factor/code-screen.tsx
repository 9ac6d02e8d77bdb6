import { useState } from 'react'
import { Link } from '../../../lib/link.tsx'
import { message } from '../../../lib/messages.ts'
import { useStore } from '../../../lib/store.ts'
import { loginState } from '../login-state.ts'
import { SignInFrame } from '../sign-in-frame.tsx'
import styles from '../sign-in-frame.module.css'
import { useAfterLogin } from '../use-sign-in.ts'
import { CodeForm } from './code-form.tsx'
import { RecoveryForm } from './recovery-form.tsx'

/** The second step of a sign-in: a code from the app, or one that was kept for the day the app is gone. */
export function CodeScreen() {
  const { userData } = useStore(loginState)
  const afterLogin = useAfterLogin()
  const [usesRecovery, setUsesRecovery] = useState(false)
  const finish = () => void afterLogin()
  const lead =
    userData === undefined
      ? message('account.codeLead')
      : message('account.codeLeadFor', { name: userData.name })
  return (
    <SignInFrame
      title={message(usesRecovery ? 'account.recoveryTitle' : 'session.codeTitle')}
      lead={usesRecovery ? message('account.recoveryLead') : lead}
      below={<Link to="/login">{message('account.otherAccount')}</Link>}
    >
      <div className={styles['ways']}>
        {usesRecovery ? (
          <RecoveryForm onDone={finish} />
        ) : (
          <CodeForm button={message('account.verify')} onDone={finish} />
        )}
        <button type="button" className={styles['textButton']} onClick={() => setUsesRecovery(!usesRecovery)}>
          {message(usesRecovery ? 'account.useApp' : 'account.useRecovery')}
        </button>
      </div>
    </SignInFrame>
  )
}
