import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useStart } from '../../lib/frame.ts'
import { useStore } from '../../lib/store.ts'
import { lastMethod } from './last-method.ts'
import { loginState } from './login-state.ts'
import { shouldShowDialog } from './sign-in/dialog-marker.ts'
import { PasswordForm } from './sign-in/password-form.tsx'
import { Providers } from './sign-in/providers.tsx'
import { Reachability } from './sign-in/reachability.tsx'
import { RealmNotes } from './sign-in/realm-notes.tsx'
import { useOffers } from './sign-in/use-offers.ts'
import { useTrouble } from './sign-in/use-trouble.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in-frame.module.css'
import { parseSignInSearch } from './sign-in-search.ts'
import { settleVisit } from './visit.ts'

const LoginDialog = lazyPart(() => import('./sign-in/login-dialog.tsx'), 'LoginDialog')

/** Gets a person in, and back to where they were going. Usable before any call has returned. */
export function SignInScreen() {
  const isLeaving = useVisit()
  const { providers, isWaiting, isUnreachable, retry } = useOffers()
  const trouble = useTrouble()
  const { viewMode } = useStore(loginState)
  const last = useStore(lastMethod)
  const [wantsForm, setWantsForm] = useState(false)
  const showsForm = viewMode === 'internal' || wantsForm || providers.length === 0
  return (
    <SignInFrame title={message('session.signInTitle')} below={<Ways />}>
      {isLeaving ? (
        <p role="status">{message('session.taking')}</p>
      ) : (
        <div className={styles['ways']} data-waiting={isWaiting || undefined}>
          {isUnreachable ? <Reachability onRetry={retry} /> : null}
          <Providers providers={providers} hasForm={showsForm} last={last} />
          {showsForm ? (
            <PasswordForm trouble={trouble} />
          ) : (
            <button type="button" className={styles['textButton']} onClick={() => setWantsForm(true)}>
              {message('session.useForm')}
            </button>
          )}
          <RealmNotes />
        </div>
      )}
      <Notice />
    </SignInFrame>
  )
}

/** The notice of the installation, over the form. */
function Notice() {
  const { dialog } = useStore(loginState)
  const [isClosed, setClosed] = useState(false)
  if (dialog === undefined || isClosed || !shouldShowDialog(dialog)) return null
  return (
    <Suspense fallback={null}>
      <LoginDialog settings={dialog} onClose={() => setClosed(true)} />
    </Suspense>
  )
}

function Ways() {
  const start = useStart()
  const { canRegister } = useStore(loginState)
  return (
    <>
      {start?.anonymousAccess === true && start.anonymousUiAccess ? (
        <Link to="/packages">{message('session.browse')}</Link>
      ) : null}
      {canRegister ? <Link to="/login/registration">{message('session.register')}</Link> : null}
    </>
  )
}

/** Somebody who is signed in already goes on; with the logout flag they are signed out first. */
function useVisit(): boolean {
  const navigate = useNavigate()
  const search = useSearchParams(parseSignInSearch)
  const href = useRouterState({ select: ({ location }) => location.href })
  const [isLeaving, setLeaving] = useState(false)
  // What counts is the state at the visit: the form leads away by itself.
  useEffect(() => {
    const settle = async () => {
      const outcome = await settleVisit('sign-in', search, href)
      if (outcome === undefined) return
      if ('path' in outcome) return navigate({ href: outcome.path, replace: true })
      setLeaving(true)
      location.assign(outcome.url)
    }
    settle().catch(() => undefined) // unreachable: the card says so
    // oxlint-disable-next-line react/exhaustive-deps -- once per visit
  }, [])
  return isLeaving
}
