import { type FormEvent, useEffect, useRef, useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/code-field.tsx'
import styles from '../sign-in-frame.module.css'
import { useVerify } from './use-verify.ts'

const length = 6

interface CodeFormProps {
  button: string
  onDone: (recoveryCodes: string[]) => void
}

/** Sends itself with the sixth digit. */
export function CodeForm({ button, onDone }: CodeFormProps) {
  const { verify, isBusy, error, failures } = useVerify(onDone)
  const [code, setCode] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (failures === 0) return
    setCode('')
    field.current?.focus()
  }, [failures])
  const change = (value: string) => {
    setIncomplete(false)
    setCode(value)
    if (value.length === length && value !== code && !isBusy) void verify(value)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIncomplete(code.length < length)
    if (code.length === length) void verify(code)
    else field.current?.focus()
  }
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <CodeField
        ref={field}
        label={message('account.code')}
        name="otp"
        length={length}
        value={code}
        onChange={change}
        accepts="digits"
        autoComplete="one-time-code"
        error={isIncomplete ? message('account.codeIncomplete') : error}
      />
      {failures > 1 ? <p className={styles['hint']}>{message('account.clockHint')}</p> : null}
      <Button type="submit" look="filled" size={36} isBusy={isBusy} className={styles['submit']}>
        {button}
      </Button>
    </form>
  )
}
