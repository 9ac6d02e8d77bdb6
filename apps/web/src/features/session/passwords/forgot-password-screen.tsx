import { passwords } from '@bindery/contracts'
import { Link } from '../../../lib/link.tsx'
import { message } from '../../../lib/messages.ts'
import { useMutation } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { SuccessIcon } from '../../../ui/icons.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { failureLines } from '../failure-lines.ts'
import { Failure } from '../failure.tsx'
import { SignInFrame } from '../sign-in-frame.tsx'
import styles from '../sign-in-frame.module.css'
import { useFields } from '../../../lib/use-fields.ts'

/** Asks for a link by e-mail. The answer is the same whether or not there is such a user. */
export function ForgotPasswordScreen() {
  const forgot = useMutation(passwords.forgotPassword)
  const { form, values, field, submit } = useFields({ user: '' }, ({ user }) =>
    user.trim() === '' ? { user: message('spec.mandatory') } : {},
  )
  const send = () => forgot.mutate({ body: { user: values.user.trim() } })
  return (
    <SignInFrame
      title={message('session.forgotTitle')}
      lead={message('account.forgotLead')}
      below={<Link to="/login">{message('session.back')}</Link>}
    >
      <form ref={form} className={styles['form']} noValidate onSubmit={submit(send)}>
        <TextField
          {...field('user')}
          label={message('account.userOrMail')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        {forgot.error === null ? null : <Failure lines={failureLines(forgot.error, 'spec.mailNotSent')} />}
        <div role="status">
          {forgot.isSuccess ? (
            <div className={styles['done']}>
              <SuccessIcon size="1rem" stroke={1.75} aria-hidden="true" />
              <p>{forgot.data.message}</p>
            </div>
          ) : null}
        </div>
        <Button type="submit" look="filled" size={36} isBusy={forgot.isPending} className={styles['submit']}>
          {message('account.sendLink')}
        </Button>
      </form>
    </SignInFrame>
  )
}
