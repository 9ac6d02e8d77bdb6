import { type CurrentUser, registration } from '@bindery/contracts'
import { useEffect } from 'react'
import { message } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { useMutation } from '../../../lib/query.ts'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { failureLines } from '../failure-lines.ts'
import { Failure } from '../failure.tsx'
import { loadLoginState } from '../load-login-state.ts'
import { loginState } from '../login-state.ts'
import { NewPasswordFields } from '../passwords/new-password-fields.tsx'
import { checkNewPassword } from '../passwords/password-rules.ts'
import { Providers } from '../sign-in/providers.tsx'
import { providersOf } from '../sign-in/providers-of.ts'
import styles from '../sign-in-frame.module.css'
import { useFields } from '../../../lib/use-fields.ts'
import { checkAccount } from './check-account.ts'

interface RegistrationFormProps {
  button: string
  /** From an invitation, which also fixes the e-mail address. */
  invitation?: { token: string; email: string }
  onDone: (user: CurrentUser, password: string) => void
}

export function RegistrationForm({ button, invitation, onDone }: RegistrationFormProps) {
  const state = useStore(loginState)
  const create = useMutation(registration.createAccount)
  const token = invitation?.token
  useEffect(() => void loadLoginState(token), [token])
  const { form, values, field, submit, refuse, failure } = useFields(
    { userName: '', email: invitation?.email ?? '', next: '', again: '' },
    (given) => ({ ...checkAccount(given), ...checkNewPassword(state.passwordRules, given) }),
  )
  const send = () =>
    create.mutate(
      {
        body: {
          userName: values.userName.trim(),
          email: values.email.trim(),
          password: values.next,
          ...(token === undefined ? {} : { token }),
        },
      },
      {
        onSuccess: (user) => onDone(user, values.next),
        onError: (error) => {
          // Only our own mistakes are told as such; all else is about what was typed.
          if (error.status === 500) notify('error', error.message)
          refuse(error, { password: 'next' })
        },
      },
    )
  return (
    <div className={styles['ways']}>
      <Providers providers={providersOf(state)} hasForm />
      <form ref={form} className={styles['form']} noValidate onSubmit={submit(send)}>
        <TextField
          {...field('userName')}
          label={message('session.userName')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <TextField
          {...field('email')}
          type="email"
          label={message('account.email')}
          description={invitation === undefined ? undefined : message('account.emailFixed')}
          readOnly={invitation !== undefined}
          autoComplete="email"
        />
        <NewPasswordFields
          field={field}
          values={values}
          rules={state.passwordRules}
          label={message('session.password')}
          againLabel={message('account.repeatNew')}
        />
        {failure === undefined ? null : <Failure lines={failureLines(failure, 'account.notCreated')} />}
        <Button type="submit" look="filled" size={36} isBusy={create.isPending} className={styles['submit']}>
          {button}
        </Button>
      </form>
    </div>
  )
}
