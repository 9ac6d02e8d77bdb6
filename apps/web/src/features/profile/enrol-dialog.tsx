import { type FormEvent, useEffect, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CodeList } from './code-list.tsx'
import styles from './profile.module.css'
import { useStartEnrolment, useVerify } from './queries.ts'

/** Sets up an authenticator app, also in the place of one that is set up. */
export function EnrolDialog({ onClose }: { onClose: () => void }) {
  const { mutate: start, data: enrolment, error: startError } = useStartEnrolment()
  const verify = useVerify()
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<string[] | undefined>(undefined)
  // Each answer is a new secret, so it is asked for once.
  useEffect(() => start({}), [start])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    verify.mutate(
      { body: { otp: code.trim() } },
      { onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes) },
    )
  }
  if (codes !== undefined) return <CodeList codes={codes} onClose={onClose} />
  return (
    <Dialog title={message('profile.enrolTitle')} onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        <p className={styles['lead']}>{message('profile.enrolText')}</p>
        {startError === null ? null : (
          <Notice look="error" isUrgent>
            {startError.message}
          </Notice>
        )}
        {enrolment === undefined ? null : (
          <>
            <img className={styles['picture']} src={enrolment.qrImage} alt={message('profile.qrText')} />
            <div className={styles['keyLine']}>
              <code className={styles['key']}>{enrolment.secret}</code>
              <CopyButton text={enrolment.secret} what={message('profile.enrolKey')} />
            </div>
          </>
        )}
        <TextField
          label={message('profile.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          value={code}
          error={verify.error?.message}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            if (verify.error !== null) verify.reset()
          }}
        />
        <DialogActions>
          <Button size={36} onClick={onClose}>
            {message('shared.cancel')}
          </Button>
          <Button
            type="submit"
            look="filled"
            size={36}
            disabled={code.trim() === '' || enrolment === undefined}
            isBusy={verify.isPending}
          >
            {message('profile.turnOn')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
