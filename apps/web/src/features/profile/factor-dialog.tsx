import { type FormEvent, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { CodeList } from './code-list.tsx'
import styles from './profile.module.css'
import { useNewRecoveryCodes, useRemoveFactor } from './queries.ts'

/** New recovery codes, or no second factor any more: both ask for the password once more. */
export function FactorDialog({ step, onClose }: { step: 'codes' | 'remove'; onClose: () => void }) {
  const renew = useNewRecoveryCodes()
  const remove = useRemoveFactor()
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = { body: { password } }
    if (step === 'codes') renew.mutate(input)
    else
      remove.mutate(input, {
        onSuccess: () => {
          notify('success', message('profile.turnedOff'))
          onClose()
        },
      })
  }
  if (renew.data !== undefined) return <CodeList codes={renew.data.recoveryCodes} onClose={onClose} />
  const error = renew.error ?? remove.error
  const isRemoval = step === 'remove'
  return (
    <Dialog title={message(isRemoval ? 'profile.turnOffTitle' : 'profile.newCodesTitle')} onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        <p className={styles['lead']}>
          {message(isRemoval ? 'profile.turnOffText' : 'profile.newCodesText')}
        </p>
        <PasswordField
          label={message('profile.unlockPassword')}
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={error?.message}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            renew.reset()
            remove.reset()
          }}
        />
        <DialogActions>
          <Button size={36} onClick={onClose}>
            {message('shared.cancel')}
          </Button>
          <Button
            type="submit"
            look={isRemoval ? 'danger' : 'filled'}
            size={36}
            disabled={password === ''}
            isBusy={renew.isPending || remove.isPending}
          >
            {message(isRemoval ? 'profile.turnOff' : 'profile.newCodes')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
