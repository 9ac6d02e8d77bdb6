import { type FormEvent, useEffect, useRef, useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/code-field.tsx'
import { codeOf, findClientSession } from '../client-session.ts'
import { failureLines } from '../failure-lines.ts'
import { SignInFrame } from '../sign-in-frame.tsx'
import styles from '../sign-in-frame.module.css'
import { Answered } from './answered.tsx'
import { useAnswer } from './use-answer.ts'

const length = 4

/** Proves that the person sees the terminal that asks: its last characters have to be typed here. */
export function VerifyScreen() {
  const { answer, answered, error, isPending } = useAnswer()
  return (
    <SignInFrame title={message('session.cliVerifyTitle')}>
      {answered === undefined ? (
        <VerifyForm
          isBusy={isPending}
          error={error === undefined ? undefined : failureLines(error, 'account.cliFailed').join('\n')}
          onAnswer={answer}
        />
      ) : (
        <Answered isAllowed={answered} />
      )}
    </SignInFrame>
  )
}

interface VerifyFormProps {
  isBusy: boolean
  error: string | undefined
  onAnswer: ReturnType<typeof useAnswer>['answer']
}

function VerifyForm({ isBusy, error, onAnswer }: VerifyFormProps) {
  const [client] = useState(findClientSession)
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error !== undefined) field.current?.focus()
  }, [error])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isRight = client !== undefined && code.toLowerCase() === codeOf(client).toLowerCase()
    setWrong(!isRight)
    if (isRight) return onAnswer({ session: client.session, code, isAllowed: true })
    setCode('')
    return field.current?.focus()
  }
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <CodeField
        ref={field}
        label={message('account.cliCode')}
        name="code"
        length={length}
        value={code}
        onChange={setCode}
        accepts="anything"
        autoComplete="off"
        error={isWrong ? message('account.cliWrongCode') : error}
      />
      <p className={styles['lead']}>{message('account.cliHint')}</p>
      <Button type="submit" look="filled" size={36} isBusy={isBusy} className={styles['submit']}>
        {message('account.allow')}
      </Button>
    </form>
  )
}
