import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useSignIn } from '../../features/session/use-sign-in.ts'
import { keepDrafts } from '../../lib/kept-draft.ts'
import { message } from '../../lib/messages.ts'
import { savePath } from '../../lib/saved-path.ts'
import { changeReader, useCurrentUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import styles from './session-ended-dialog.module.css'

/** Says what happened. A password is taken here, so that what was typed on the page stays; other ways lead over the sign-in page. */
export function SessionEndedDialog() {
  const user = useCurrentUser()
  const hasPassword = user?.realm === 'internal'
  return (
    <Dialog title={message('shell.sessionEnded')} canClose={false} onClose={() => undefined}>
      {hasPassword ? <PasswordAgain name={user.name} /> : <OverSignInPage />}
    </Dialog>
  )
}

function PasswordAgain({ name }: { name: string }) {
  const { signIn } = useSignIn()
  const save = useSaveHere()
  const leave = useLeave()
  const [isBusy, setBusy] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    if (password === '') return event.currentTarget.querySelector('input')?.focus()
    setBusy(true)
    save() // in case a second factor, or a refusal, leads away
    const credentials = { username: name, password, rememberMe: false }
    return void signIn({ ...credentials, fromInternalModule: true, preventRedirect: true }).then(() =>
      setBusy(false),
    )
  }
  return (
    <form className={styles['form']} onSubmit={submit}>
      <p>{message('shell.sessionEndedAgain', { name })}</p>
      <PasswordField
        name="password"
        label={message('session.password')}
        autoComplete="current-password"
        data-autofocus
      />
      <DialogActions>
        <Button size={36} onClick={() => void leave()}>
          {message('shell.otherWay')}
        </Button>
        <Button type="submit" look="filled" size={36} isBusy={isBusy}>
          {message('shell.signIn')}
        </Button>
      </DialogActions>
    </form>
  )
}

function OverSignInPage() {
  const leave = useLeave()
  return (
    <>
      <p>{message('shell.sessionEndedText')}</p>
      <DialogActions>
        <Button look="filled" size={36} data-autofocus onClick={() => void leave()}>
          {message('shell.signIn')}
        </Button>
      </DialogActions>
    </>
  )
}

function useSaveHere() {
  const href = useRouterState({ select: (state) => state.location.href })
  return () => {
    savePath(href)
    keepDrafts()
  }
}

function useLeave() {
  const navigate = useNavigate()
  const save = useSaveHere()
  return async () => {
    save()
    // What is typed is kept, so nobody is asked about leaving it.
    await navigate({ to: '/login', search: { logout: 'true' }, ignoreBlocker: true })
    await changeReader()
  }
}
