import { session } from '@bindery/contracts'
import { useRouterState } from '@tanstack/react-router'
import { Link } from '../../../lib/link.tsx'
import { message } from '../../../lib/messages.ts'
import { useMutation } from '../../../lib/query.ts'
import { useStart } from '../../../lib/frame.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { failureLines } from '../failure-lines.ts'
import { Failure } from '../failure.tsx'
import { SignInFrame } from '../sign-in-frame.tsx'
import styles from '../sign-in-frame.module.css'
import { useFields } from '../../../lib/use-fields.ts'
import { useProceed } from '../use-sign-in.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { checkNewPassword } from './password-rules.ts'
import { usePasswordRules } from './use-password-rules.ts'

/** Replaces a password that may not be used any longer, and signs in with the new one. */
export function ChangePasswordScreen() {
  return (
    <SignInFrame
      title={message('session.changeTitle')}
      lead={message('account.changeLead')}
      below={<Link to="/login">{message('session.back')}</Link>}
    >
      <ChangeForm />
    </SignInFrame>
  )
}

function ChangeForm() {
  const known = useKnownUser()
  const rules = usePasswordRules()
  const proceed = useProceed()
  const change = useMutation(session.changePassword)
  const { form, values, field, submit, refuse, failure } = useFields(
    { user: known, current: '', next: '', again: '' },
    ({ user, current, next, again }) => ({
      ...(user.trim() === '' ? { user: message('spec.mandatory') } : {}),
      ...(current === '' ? { current: message('spec.mandatory') } : {}),
      ...checkNewPassword(rules, { next, again, current }),
    }),
  )
  const send = () =>
    change.mutate(
      {
        query: { prefix: 'changePassword' },
        body: {
          userName: values.user.trim(),
          oldPassword: values.current,
          newPassword1: values.next,
          newPassword2: values.again,
        },
      },
      {
        onSuccess: (user) => void proceed(user, { password: values.next, preventRedirect: false }),
        onError: (error) =>
          refuse(error, { oldPassword: 'current', newPassword1: 'next', newPassword2: 'again' }),
      },
    )
  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={submit(send)}>
      <TextField
        {...field('user')}
        label={message('session.userName')}
        autoComplete="username"
        readOnly={known !== ''}
        autoFocus={known === ''}
      />
      <PasswordField
        {...field('current')}
        label={message('account.currentPassword')}
        autoComplete="current-password"
        autoFocus={known !== ''}
      />
      <NewPasswordFields
        field={field}
        values={values}
        rules={rules}
        label={message('account.newPassword')}
        againLabel={message('account.repeatPassword')}
      />
      {failure === undefined ? null : <Failure lines={failureLines(failure, 'spec.changePasswordFailed')} />}
      <Button type="submit" look="filled" size={36} isBusy={change.isPending} className={styles['submit']}>
        {message('account.change')}
      </Button>
    </form>
  )
}

/** From the sign-in form that led here, or from a session that must change its password. */
function useKnownUser(): string {
  const state = useRouterState({ select: ({ location }) => location.state as { user?: unknown } }) // ours or a stranger's
  const user = useStart()?.user ?? null
  if (typeof state.user === 'string') return state.user
  return user?.mustChangePassword === true ? user.name : ''
}
