import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { CallError } from '../../../lib/call.ts'
import { Link } from '../../../lib/link.tsx'
import { message } from '../../../lib/messages.ts'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Failure } from '../failure.tsx'
import { lastMethod } from '../last-method.ts'
import { loginState } from '../login-state.ts'
import { useSignIn } from '../use-sign-in.ts'
import styles from '../sign-in-frame.module.css'

/** `trouble` is what went wrong before this page was opened. */
export function PasswordForm({ trouble }: { trouble: readonly string[] }) {
  const { signIn, failure } = useSignIn()
  const state = useStore(loginState)
  const password = useRef<HTMLInputElement>(null)
  const [isMissing, setMissing] = useState({ user: false, password: false })
  const [hasCapsLock, setCapsLock] = useState(false)

  useEffect(() => {
    if (failure === undefined) return
    password.current?.focus()
    password.current?.select()
  }, [failure])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { remember, ...given } = read(form)
    setMissing({ user: given.username === '', password: given.password === '' })
    const empty = given.username === '' ? 'user' : given.password === '' ? 'password' : undefined
    if (empty !== undefined) return form.querySelector<HTMLInputElement>(`[name="${empty}"]`)?.focus()
    void signIn({ ...given, rememberMe: remember, fromInternalModule: false, preventRedirect: false })
    return undefined
  }
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const problem = (missing: boolean) => (missing ? message('spec.mandatory') : undefined)
  const complete = (hint: string) => (state.passwordAutocompleteEnabled ? hint : 'off')
  const lines = failure === undefined ? trouble : linesOf(failure)
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <fieldset className={styles['fields']} disabled={state.isLoading}>
        <legend className="visually-hidden">{message('session.byPassword')}</legend>
        <TextField
          name="user"
          label={message('session.userName')}
          error={problem(isMissing.user)}
          autoComplete={complete('username')}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={['', 'password'].includes(lastMethod.get())}
        />
        <div>
          <PasswordField
            ref={password}
            name="password"
            label={message('session.password')}
            error={problem(isMissing.password)}
            autoComplete={complete('current-password')}
            onKeyUp={watchCapsLock}
            onBlur={() => setCapsLock(false)}
          />
          <p className={styles['hint']} role="status">
            {hasCapsLock ? message('session.capsLock') : null}
          </p>
        </div>
        <div className={styles['options']}>
          {state.rememberMeEnabled ? (
            <Checkbox name="remember" label={message('session.rememberMe')} />
          ) : (
            <span />
          )}
          {state.forgotPassword && !state.hasAuthPlugin ? (
            <Link to="/login/forgot-password">{message('session.forgot')}</Link>
          ) : null}
        </div>
        {lines.length === 0 ? null : <Failure lines={lines} />}
        <Button type="submit" look="filled" size={36} isBusy={state.isLoading} className={styles['submit']}>
          {message('session.signIn')}
        </Button>
      </fieldset>
    </form>
  )
}

/** The parsed messages; for a refusal without words the usual one. */
function linesOf(failure: CallError): readonly string[] {
  if (failure.said.length > 0) return failure.said
  return [failure.status === 401 ? message('session.wrongPassword') : failure.message]
}

function read(form: HTMLFormElement) {
  const data = new FormData(form)
  return {
    username: String(data.get('user') ?? '').trim(),
    password: String(data.get('password') ?? ''),
    remember: data.get('remember') !== null,
  }
}
