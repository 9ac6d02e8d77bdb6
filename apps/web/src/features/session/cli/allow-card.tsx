import { cliLogin } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { message, richMessage } from '../../../lib/messages.ts'
import { query } from '../../../lib/query.ts'
import { useCurrentUser } from '../../../lib/session.ts'
import { exactTime } from '../../../lib/time.ts'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { TerminalIcon, WarningIcon } from '../../../ui/icons.ts'
import { LateSkeletonBlock } from '../../../ui/skeleton.tsx'
import { findClientSession } from '../client-session.ts'
import { failureLines } from '../failure-lines.ts'
import { Failure } from '../failure.tsx'
import frame from '../sign-in-frame.module.css'
import { Answered } from './answered.tsx'
import styles from './cli.module.css'
import { useAnswer } from './use-answer.ts'

export function AllowCard() {
  const navigate = useNavigate()
  // As it was when the page was opened: the answer removes it.
  const [client] = useState(findClientSession)
  const { answer, answered, error, isPending } = useAnswer()
  const session = client?.session ?? ''
  const pending = useQuery({ ...query(cliLogin.pending, { params: { session } }), retry: false, gcTime: 0 })
  if (answered !== undefined) return <Answered isAllowed={answered} />
  if (pending.error !== null) return <Failure lines={failureLines(pending.error, 'account.cliGone')} />
  if (pending.data === undefined) return <LateSkeletonBlock />
  const allow = () => {
    if (client?.asksForCode === true) void navigate({ to: '/plugs/extension/cli/verify' })
    else answer({ session, isAllowed: true })
  }
  const name = client?.name === undefined || client.name === '' ? pending.data.client : client.name
  return (
    <div className={frame['form']}>
      <Question name={name} isHere={pending.data.isSameAddress} />
      <Facts
        facts={[
          { label: message('account.cliTime'), value: exactTime(pending.data.requestedAt) },
          { label: message('account.cliAddress'), value: pending.data.address },
        ]}
      />
      {pending.data.isSameAddress ? null : (
        <p className={styles['elsewhere']}>
          <WarningIcon size="1rem" stroke={1.75} aria-hidden="true" />
          {message('account.cliElsewhere')}
        </p>
      )}
      <p className={frame['lead']}>{message('account.cliHint')}</p>
      {error === undefined ? null : <Failure lines={failureLines(error, 'account.cliFailed')} />}
      <div className={styles['actions']}>
        <Button size={36} disabled={isPending} onClick={() => answer({ session, isAllowed: false })}>
          {message('account.deny')}
        </Button>
        <Button look="filled" size={36} isBusy={isPending} onClick={allow}>
          {message('account.allow')}
        </Button>
      </div>
    </div>
  )
}

function Question({ name, isHere }: { name: string; isHere: boolean }) {
  const user = useCurrentUser()
  return (
    <p className={styles['question']}>
      <TerminalIcon size="1.5rem" stroke={1.5} aria-hidden="true" />
      <span>
        {richMessage(isHere ? 'account.cliQuestion' : 'account.cliQuestionElsewhere', {
          client: <strong>{name}</strong>,
          user: <strong>{user?.name ?? ''}</strong>,
        })}
      </span>
    </p>
  )
}
