import { type FormEvent, useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from '../sign-in-frame.module.css'
import { useVerify } from './use-verify.ts'

export function RecoveryForm({ onDone }: { onDone: () => void }) {
  const { verify, isBusy, error } = useVerify(onDone)
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() !== '') void verify(code.trim())
  }
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <TextField
        name="otp"
        label={message('account.recoveryCode')}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={isMissing ? message('spec.mandatory') : error}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <Button type="submit" look="filled" size={36} isBusy={isBusy} className={styles['submit']}>
        {message('account.verify')}
      </Button>
    </form>
  )
}
