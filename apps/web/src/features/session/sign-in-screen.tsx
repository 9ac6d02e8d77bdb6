import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from '../../lib/link.tsx'
import type { CallError } from '../../lib/call.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { type RawSearch, textParam, useSearchParams } from '../../lib/search-params.ts'
import { changeReader, isPerson, loadBootstrap, useBootstrap } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Failure } from './failure.tsx'
import { useEnter, useSignIn, useSignOut } from './queries.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in-frame.module.css'

/** Gets a person in, and back to where they were going. Usable before any call has returned. */
export function SignInScreen() {
  useSignedInVisitor()
  return (
    <SignInFrame below={<BrowseLink />}>
      <h1>{message('session.signInTitle')}</h1>
      <SignInForm />
    </SignInFrame>
  )
}

function SignInForm() {
  const navigate = useNavigate()
  const enter = useEnter()
  const signIn = useSignIn()
  const password = useRef<HTMLInputElement>(null)
  const [isMissing, setMissing] = useState({ user: false, password: false })
  const [hasCapsLock, setCapsLock] = useState(false)
  const canRemember = useBootstrap()?.canRememberMe === true

  const fail = (error: CallError, user: string) => {
    if (error.code === 'password-change-required') {
      void navigate({ to: '/login/change-password', state: { user } })
      return
    }
    password.current?.focus()
    password.current?.select()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = read(event.currentTarget)
    setMissing({ user: given.user === '', password: given.password === '' })
    if (given.user === '' || given.password === '') {
      event.currentTarget.querySelector<HTMLInputElement>('input:placeholder-shown, input[value=""]')?.focus()
      return
    }
    const input = {
      query: { _spring_security_remember_me: given.remember ? ('true' as const) : ('false' as const) },
      body: { user: given.user, password: given.password },
    }
    signIn.mutate(input, { onSuccess: () => void enter(), onError: (error) => fail(error, given.user) })
  }
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const problem = (missing: boolean) => (missing ? message('spec.mandatory') : undefined)
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <TextField
        name="user"
        label={message('session.userName')}
        error={problem(isMissing.user)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <div>
        <PasswordField
          ref={password}
          name="password"
          label={message('session.password')}
          error={problem(isMissing.password)}
          autoComplete="current-password"
          onKeyUp={watchCapsLock}
        />
        {hasCapsLock ? <p className={styles['hint']}>{message('session.capsLock')}</p> : null}
      </div>
      <div className={styles['options']}>
        {canRemember ? <Checkbox name="remember" label={message('session.rememberMe')} /> : null}
      </div>
      {signIn.error === null || signIn.error.code === 'password-change-required' ? null : (
        <Failure text={signIn.error.message} />
      )}
      <Button type="submit" look="filled" size={36} isBusy={signIn.isPending} className={styles['submit']}>
        {message('session.signIn')}
      </Button>
    </form>
  )
}

function BrowseLink() {
  const start = useBootstrap()
  if (start?.anonymousAccess !== true) return null
  return <Link to="/packages">{message('session.browse')}</Link>
}

/** Somebody who is signed in already goes on; with the logout flag they are signed out first. */
function useSignedInVisitor() {
  const navigate = useNavigate()
  const { logout } = useSearchParams(parse)
  const { mutateAsync: signOut } = useSignOut()
  // What counts is the state at the visit: the form below leads away by itself.
  useEffect(() => {
    const settle = async () => {
      const { user } = await loadBootstrap()
      if (!isPerson(user)) return
      if (logout !== undefined) {
        await signOut({})
        await changeReader()
      } else if (!user.mustChangePassword) {
        await navigate({ to: '/', replace: true })
      }
    }
    settle().catch(() => notify('error', message('shared.unreachable')))
    // oxlint-disable-next-line react/exhaustive-deps -- once per visit
  }, [])
}

const parse = (raw: RawSearch) => ({ logout: textParam(raw['logout']) })

function read(form: HTMLFormElement) {
  const data = new FormData(form)
  return {
    user: String(data.get('user') ?? '').trim(),
    password: String(data.get('password') ?? ''),
    remember: data.get('remember') !== null,
  }
}
