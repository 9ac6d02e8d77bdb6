import { passwords } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { isUnreachable } from '../../../lib/call.ts'
import { Link } from '../../../lib/link.tsx'
import { message } from '../../../lib/messages.ts'
import { query, useMutation } from '../../../lib/query.ts'
import { type RawSearch, textParam, useSearchParams } from '../../../lib/search-params.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { LateSkeletonBlock } from '../../../ui/skeleton.tsx'
import { failureLines } from '../failure-lines.ts'
import { Failure } from '../failure.tsx'
import { SignInFrame } from '../sign-in-frame.tsx'
import styles from '../sign-in-frame.module.css'
import { useFields } from '../../../lib/use-fields.ts'
import { useProceed } from '../use-sign-in.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { checkNewPassword } from './password-rules.ts'
import { usePasswordRules } from './use-password-rules.ts'

/** Sets a new password with the key of a mailed link, and signs in with it. */
export function ResetPasswordScreen() {
  const { key = '' } = useSearchParams(parseKeySearch)
  const owner = useQuery({
    ...query(passwords.validateKey, { query: { key } }),
    enabled: key !== '',
    retry: false,
    gcTime: 0,
  })
  const isInvalid = key === '' || (owner.error !== null && !isUnreachable(owner.error))
  const lead = owner.data === undefined ? undefined : message('account.resetLead', { name: owner.data.user })
  return (
    <SignInFrame
      title={message('session.resetTitle')}
      lead={lead}
      below={<Link to="/login">{message('session.back')}</Link>}
    >
      {isInvalid ? <InvalidLink /> : null}
      {isUnreachable(owner.error) ? (
        <div className={styles['form']}>
          <Failure lines={[message('shared.unreachable')]} />
          <Button size={36} onClick={() => void owner.refetch()}>
            {message('shared.retry')}
          </Button>
        </div>
      ) : null}
      {owner.isLoading ? <LateSkeletonBlock /> : null}
      {owner.data === undefined ? null : <ResetForm resetKey={key} user={owner.data.user} />}
    </SignInFrame>
  )
}

export const parseKeySearch = (raw: RawSearch) => ({ key: textParam(raw['key']) })

function InvalidLink() {
  return (
    <div className={styles['form']}>
      <Failure lines={[message('account.linkInvalid')]} />
      <p className={styles['lead']}>{message('account.linkInvalidText')}</p>
      <Link to="/login/forgot-password" className={buttonClass('filled', 36)}>
        {message('account.newLink')}
      </Link>
    </div>
  )
}

function ResetForm({ resetKey, user }: { resetKey: string; user: string }) {
  const rules = usePasswordRules()
  const proceed = useProceed()
  const reset = useMutation(passwords.resetPassword)
  const { form, values, field, submit, refuse, failure } = useFields({ next: '', again: '' }, (given) =>
    checkNewPassword(rules, given),
  )
  const send = () =>
    reset.mutate(
      { query: { key: resetKey }, body: { user, newPassword1: values.next } },
      {
        onSuccess: (who) => void proceed(who, { password: values.next, preventRedirect: false }),
        onError: (error) => refuse(error, { password: 'next', newPassword1: 'next' }),
      },
    )
  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={submit(send)}>
      <input type="text" name="username" value={user} autoComplete="username" readOnly hidden />
      <NewPasswordFields
        field={field}
        values={values}
        rules={rules}
        label={message('account.newPassword')}
        againLabel={message('account.repeatPassword')}
        autoFocus
      />
      {failure === undefined ? null : <Failure lines={failureLines(failure, 'spec.resetFailed')} />}
      <Button type="submit" look="filled" size={36} isBusy={reset.isPending} className={styles['submit']}>
        {message('account.reset')}
      </Button>
    </form>
  )
}
