import type { Profile } from '@bindery/contracts'
import { type FormEvent, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import styles from './profile.module.css'
import { useChangePassword, useUnlock } from './queries.ts'

const empty = { current: '', next: '', again: '' }

export function Password({ profile }: { profile: Profile }) {
  if (!profile.hasPassword || !profile.profileUpdatable)
    return (
      <FormSection id="password" title={message('profile.password')}>
        <Notice>{message(profile.hasPassword ? 'profile.fixed' : 'profile.passwordElsewhere')}</Notice>
      </FormSection>
    )
  return (
    <FormSection id="password" title={message('profile.password')} text={message('profile.passwordText')}>
      <PasswordForm name={profile.name} />
    </FormSection>
  )
}

function PasswordForm({ name }: { name: string }) {
  const change = useChangePassword()
  const unlock = useUnlock()
  const [values, setValues] = useState(empty)
  const [isTried, setTried] = useState(false)
  const type = (field: keyof typeof empty) => (event: { currentTarget: { value: string } }) => {
    setValues({ ...values, [field]: event.currentTarget.value })
    if (change.error !== null) change.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.values(values).includes('') || values.next !== values.again) return
    const body = {
      userName: name,
      oldPassword: values.current,
      newPassword1: values.next,
      newPassword2: values.again,
    }
    change.mutate(
      { query: { prefix: 'changePassword' }, body },
      {
        onSuccess: () => {
          notify('success', message('profile.passwordChanged'))
          setTried(false)
          setValues(empty)
          // The change signs in anew; who just typed the password need not type it again.
          unlock.mutate({ body: { password: body.newPassword1 } })
        },
      },
    )
  }
  const missing = (value: string) => (isTried && value === '' ? message('spec.mandatory') : undefined)
  const { error } = change
  const at = (field: string) => (error?.field === field ? error.message : undefined)
  const isElsewhere =
    error !== null && !['oldPassword', 'newPassword1', 'newPassword2'].includes(error.field ?? '')
  return (
    <form className={styles['narrow']} noValidate onSubmit={submit}>
      <PasswordField
        label={message('profile.currentPassword')}
        autoComplete="current-password"
        value={values.current}
        error={missing(values.current) ?? at('oldPassword')}
        onChange={type('current')}
      />
      <PasswordField
        label={message('profile.newPassword')}
        autoComplete="new-password"
        value={values.next}
        error={missing(values.next) ?? at('newPassword1')}
        onChange={type('next')}
      />
      <PasswordField
        label={message('profile.repeatPassword')}
        autoComplete="new-password"
        value={values.again}
        error={
          missing(values.again) ??
          (isTried && values.next !== values.again ? message('profile.notSame') : at('newPassword2'))
        }
        onChange={type('again')}
      />
      {isElsewhere ? (
        <Notice look="error" isUrgent>
          {error.message}
        </Notice>
      ) : null}
      <div>
        <Button type="submit" look="filled" isBusy={change.isPending}>
          {message('profile.changePassword')}
        </Button>
      </div>
    </form>
  )
}
