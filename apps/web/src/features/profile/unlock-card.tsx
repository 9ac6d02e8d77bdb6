import { type FormEvent, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { message } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHead } from '../../ui/card.tsx'
import { LockIcon } from '../../ui/icons.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import styles from './profile.module.css'
import { useUnlock } from './queries.ts'

/** Asked before anything of the profile is shown. */
export function UnlockCard() {
  const navigate = useNavigate()
  const unlock = useUnlock()
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (password !== '') unlock.mutate({ body: { password } }, { onError: () => setPassword('') })
  }
  const mistake = unlock.error?.message ?? (isTried ? message('spec.mandatory') : undefined)
  return (
    <div className={styles['unlock']}>
      <Card label={message('profile.unlockTitle')}>
        <CardHead>
          <LockIcon size="1rem" stroke={1.5} aria-hidden="true" />
          <h2>{message('profile.unlockTitle')}</h2>
        </CardHead>
        <CardBody>
          <form className={styles['form']} noValidate onSubmit={submit}>
            <p className={styles['lead']}>{message('profile.unlockText')}</p>
            <PasswordField
              label={message('profile.unlockPassword')}
              autoComplete="current-password"
              autoFocus
              value={password}
              error={password === '' ? mistake : undefined}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <div className={styles['actions']}>
              <Button size={36} onClick={() => void navigate({ to: '/' })}>
                {message('shared.cancel')}
              </Button>
              <Button type="submit" look="filled" size={36} isBusy={unlock.isPending}>
                {message('profile.unlock')}
              </Button>
            </div>
          </form>
        </CardBody>
      </Card>
    </div>
  )
}
