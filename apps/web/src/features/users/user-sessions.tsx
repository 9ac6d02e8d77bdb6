import type { BrowserSession } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { browserName } from '../../shared/browser-name.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { FormSection } from '../../shared/form-section.tsx'
import { LoadedRows } from '../../shared/loaded.tsx'
import styles from '../../shared/settings-page.module.css'
import { When } from '../../shared/when.tsx'
import { Button } from '../../ui/button.tsx'
import { sessionsOf, useEndSession, useEndSessions } from './queries.ts'
import own from './user-access.module.css'

/** Where this user is signed in, to end it. */
export function UserSessions({ name }: { name: string }) {
  const sessions = useQuery(sessionsOf(name))
  const [isAsking, setAsking] = useState(false)
  return (
    <FormSection
      title={message('people.sessions')}
      aside={
        (sessions.data ?? []).length === 0 ? undefined : (
          <Button size={28} onClick={() => setAsking(true)}>
            {message('people.signOutEverywhere')}
          </Button>
        )
      }
    >
      <LoadedRows query={sessions} failed={message('people.sessionsFailed')} count={1}>
        {(rows) => <Sessions name={name} rows={rows} />}
      </LoadedRows>
      {isAsking ? <SignOutDialog name={name} onClose={() => setAsking(false)} /> : null}
    </FormSection>
  )
}

function Sessions({ name, rows }: { name: string; rows: BrowserSession[] }) {
  if (rows.length === 0) return <p className={styles['muted']}>{message('people.noSessions')}</p>
  return (
    <ul className={own['list']}>
      {rows.map((row) => (
        <Session key={row.id} name={name} row={row} />
      ))}
    </ul>
  )
}

function Session({ name, row: { id, browser, address, seenAt } }: { name: string; row: BrowserSession }) {
  const end = useEndSession()
  return (
    <li className={own['row']}>
      <div className={own['words']} title={browser}>
        {browserName(browser)}
        <span className={own['small']}>
          {address} · <When at={seenAt} />
        </span>
      </div>
      <Button
        look="plain"
        size={28}
        isBusy={end.isPending}
        aria-label={message('shared.signOutWhat', { what: browserName(browser) })}
        onClick={() =>
          end.mutate(
            { params: { name, id } },
            {
              onSuccess: () => notify('success', message('shared.signedOutThere')),
              onError: (error) => notify('error', error.message),
            },
          )
        }
      >
        {message('shared.signOut')}
      </Button>
    </li>
  )
}

function SignOutDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const end = useEndSessions()
  const done = () => {
    notify('success', message('people.signedOutEverywhere', { name }))
    onClose()
  }
  return (
    <ConfirmDialog
      title={message('people.signOutTitle', { name })}
      action={message('people.signOutEverywhere')}
      isBusy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate({ params: { name } }, { onSuccess: done })}
      onClose={onClose}
    >
      {message('people.signOutText')}
    </ConfirmDialog>
  )
}
