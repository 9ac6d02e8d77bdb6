import { secondFactor } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CallError } from '../../../lib/call.ts'
import { Link } from '../../../lib/link.tsx'
import { message } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { query } from '../../../lib/query.ts'
import { CopyButton } from '../../../shared/copy-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { failureLines } from '../failure-lines.ts'
import { Failure } from '../failure.tsx'
import { SignInFrame } from '../sign-in-frame.tsx'
import frame from '../sign-in-frame.module.css'
import { useAfterLogin } from '../use-sign-in.ts'
import { CodeForm } from './code-form.tsx'
import styles from './enrolment.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Sets up an authenticator app in the middle of a sign-in, and hands out codes for the day it is lost. */
export function EnrolmentScreen() {
  const afterLogin = useAfterLogin()
  const [codes, setCodes] = useState<string[]>([])
  const finish = (recoveryCodes: string[]) => {
    if (recoveryCodes.length === 0) void afterLogin()
    else setCodes(recoveryCodes)
  }
  if (codes.length > 0)
    return (
      <SignInFrame title={message('account.codesTitle')} lead={message('account.codesLead')}>
        <RecoveryCodes codes={codes} onGoOn={() => void afterLogin()} />
      </SignInFrame>
    )
  return (
    <SignInFrame
      title={message('session.enrolTitle')}
      lead={message('account.enrolLead')}
      below={<Link to="/login">{message('account.otherAccount')}</Link>}
    >
      <Steps onDone={finish} />
    </SignInFrame>
  )
}

function Steps({ onDone }: { onDone: (recoveryCodes: string[]) => void }) {
  const { data, error, refetch } = useEnrolment()
  if (error !== null)
    return (
      <div className={frame['form']}>
        <Failure lines={failureLines(error, 'spec.somethingWrong')} />
        <Button size={36} onClick={() => void refetch()}>
          {message('shared.retry')}
        </Button>
      </div>
    )
  return (
    <ol className={styles['steps']}>
      <li>
        <h2>{message('account.enrolScan')}</h2>
        <div className={styles['secret']}>
          <div className={styles['picture']}>
            {data === undefined ? null : <img src={data.qrImage} alt={message('account.qrText')} />}
          </div>
          <div>
            <p className={styles['or']}>{message('account.enrolType')}</p>
            <p className={styles['key']}>
              <code>{grouped(data?.secret ?? '')}</code>
              {data === undefined ? null : <CopyButton text={data.secret} what={message('account.key')} />}
            </p>
          </div>
        </div>
      </li>
      <li>
        <h2>{message('account.enrolEnter')}</h2>
        <CodeForm button={message('account.enrolDone')} onDone={onDone} />
        <p className={styles['note']}>{message('account.enrolNote')}</p>
      </li>
    </ol>
  )
}

/** Asked once per visit: each answer is a new secret. */
function useEnrolment() {
  const navigate = useNavigate()
  const enrolment = useQuery({
    ...query(secondFactor.enroll, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const { error } = enrolment
  useEffect(() => {
    // Without a sign-in under way there is nobody to set it up for.
    if (!(error instanceof CallError) || (error.status !== 401 && error.status !== 403)) return
    notify('error', failureLines(error, 'spec.somethingWrong').join('\n'))
    void navigate({ to: '/login', replace: true })
  }, [error, navigate])
  return enrolment
}

const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
