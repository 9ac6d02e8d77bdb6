import { useRouterState } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Link } from '../../lib/link.tsx'
import type { CallError } from '../../lib/call.ts'
import { message } from '../../lib/messages.ts'
import { useBootstrap } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { OpenIcon, TickIcon } from '../../ui/icons.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Failure } from './failure.tsx'
import { checkNewPassword, type PasswordChange, policyOf } from './new-password.ts'
import { useChangePassword, useEnter } from './queries.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in-frame.module.css'

/** Replaces a password that may not be used any longer, and signs in with the new one. */
export function ChangePasswordScreen() {
  return (
    <SignInFrame below={<Link to="/login">{message('session.back')}</Link>}>
      <h1>{message('session.changeTitle')}</h1>
      <p className={styles['lead']}>{message('session.changeText')}</p>
      <ChangeForm />
    </SignInFrame>
  )
}

function ChangeForm() {
  const known = useKnownUser()
  const enter = useEnter()
  const change = useChangePassword()
  const [values, setValues] = useState<PasswordChange>({ user: known, current: '', next: '', again: '' })
  const [wasSent, setSent] = useState(false)
  const mistakes = wasSent ? checkNewPassword(values) : {}
  const field = (name: keyof PasswordChange) => ({
    name,
    value: values[name],
    error: mistakes[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSent(true)
    const wrong = Object.keys(checkNewPassword(values))[0]
    if (wrong !== undefined) {
      event.currentTarget.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
      return
    }
    const body = { user: values.user.trim(), oldPassword: values.current, newPassword1: values.next }
    change.mutate({ body }, { onSuccess: () => void enter() })
  }
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <TextField
        {...field('user')}
        label={message('session.userName')}
        autoComplete="username"
        readOnly={known !== ''}
        autoFocus={known === ''}
      />
      <PasswordField
        {...field('current')}
        label={message('session.currentPassword')}
        autoComplete="current-password"
        autoFocus={known !== ''}
      />
      <PasswordField {...field('next')} label={message('session.newPassword')} autoComplete="new-password" />
      <PasswordField
        {...field('again')}
        label={message('session.repeatPassword')}
        autoComplete="new-password"
      />
      <Policy values={values} />
      {change.error === null ? null : <Failure text={failureText(change.error)} />}
      <Button type="submit" look="filled" size={36} isBusy={change.isPending} className={styles['submit']}>
        {message('session.change')}
      </Button>
    </form>
  )
}

function Policy({ values }: { values: PasswordChange }) {
  return (
    <div className={styles['policy']}>
      {message('session.policy')}
      <ul>
        {policyOf(values).map(({ text, isMet }) => (
          <li key={text} data-met={isMet || undefined}>
            {isMet ? (
              <TickIcon size="0.875rem" stroke={2.5} aria-hidden="true" />
            ) : (
              <OpenIcon size="0.875rem" stroke={1.5} aria-hidden="true" />
            )}
            {message(text)}
            <span className="visually-hidden">
              {message(isMet ? 'session.policyMet' : 'session.policyOpen')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The server's own words, when it had any. */
function failureText(error: CallError): string {
  return error.status >= 500 || error.message === '' ? message('spec.changePasswordFailed') : error.message
}

/** From the sign-in form that led here, or from a session that must change its password. */
function useKnownUser(): string {
  const state = useRouterState({ select: ({ location }) => location.state as { user?: unknown } }) // ours or a stranger's
  const user = useBootstrap()?.user ?? null
  if (typeof state.user === 'string') return state.user
  return user?.mustChangePassword === true ? user.name : ''
}
