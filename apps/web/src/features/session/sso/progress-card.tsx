import { useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError } from '../../../lib/call.ts'
import { useLasting } from '../../../lib/delay.ts'
import { Link } from '../../../lib/link.tsx'
import { message } from '../../../lib/messages.ts'
import { RequestId } from '../../../shared/request-id.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Failure } from '../failure.tsx'
import { SignInFrame } from '../sign-in-frame.tsx'
import frame from '../sign-in-frame.module.css'
import styles from './progress-card.module.css'

const patience = 8000

/** Something is on its way; when it takes long there is a way out, when it fails the reason. */
export function ProgressCard({ run }: { run: () => Promise<void> }) {
  const { type = '' } = useParams({ strict: false }) as { type?: string } // both routes have it
  const [failure, setFailure] = useState<Error | undefined>(undefined)
  const latest = useRef(run)
  const start = useCallback(() => {
    setFailure(undefined)
    latest
      .current()
      .catch((error: unknown) => setFailure(error instanceof Error ? error : new Error(String(error))))
  }, [])
  const hasStarted = useRef(false)
  useEffect(() => {
    // Once, also where effects run twice to find mistakes: an answer of a provider is good once.
    if (hasStarted.current) return
    hasStarted.current = true
    start()
  }, [start])
  const isSlow = useLasting(failure === undefined, patience)
  return (
    <SignInFrame title={message('account.finishing', { provider: providerName(type) })}>
      <div className={frame['form']}>
        {failure === undefined ? (
          <p className={styles['progress']} role="status">
            <span className={styles['spinner']} aria-hidden="true" />
            {message(isSlow ? 'account.slow' : 'account.oneMoment')}
          </p>
        ) : (
          <>
            <Failure lines={[failure.message]} />
            <RequestId id={failure instanceof CallError ? failure.requestId : undefined} />
          </>
        )}
        {failure !== undefined || isSlow ? (
          <div className={styles['actions']}>
            <Link to="/login" search={{ noRedirect: 'true' }} className={buttonClass('outlined', 36)}>
              {message('session.back')}
            </Link>
            <Button look="filled" size={36} onClick={start}>
              {message('account.tryAgain')}
            </Button>
          </div>
        ) : null}
      </div>
    </SignInFrame>
  )
}

function providerName(type: string): string {
  const known: Record<string, string> = {
    saml: 'SAML SSO',
    oauth: 'OAuth',
    crowd: 'Crowd',
    httpsso: 'HTTP SSO',
  }
  return known[type] ?? type
}
