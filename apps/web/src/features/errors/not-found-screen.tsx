import { useNavigate, useRouterState } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { Link } from '../../lib/link.tsx'
import { message, richMessage } from '../../lib/messages.ts'
import styles from '../../shared/error-layout.module.css'
import { Button, buttonClass } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { nearestPage } from './nearest-page.ts'

/** For any address that is no screen, and for packages that do not exist or may not be seen. */
export function NotFoundScreen() {
  const navigate = useNavigate()
  const path = useMissingPath()
  const nearest = nearestPage(path)
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    void navigate({ to: '/packages', search: name === '' ? {} : { name } })
  }
  return (
    <div className={styles['page']}>
      <p className={styles['display']}>404</p>
      <h1>{message('errors.notFoundTitle')}</h1>
      <p className={styles['text']}>{richMessage('errors.notFoundText', { path: <code>/ui{path}</code> })}</p>
      {nearest === undefined ? null : (
        <p>
          {richMessage('errors.didYouMean', {
            link: <Link to={nearest.path}>{message(nearest.label)}</Link>,
          })}
        </p>
      )}
      <form className={styles['form']} role="search" aria-label={message('shell.search')} onSubmit={search}>
        <SearchField name="name" label={message('shell.search')} defaultValue={lastWord(path)} />
        <Button type="submit" look="filled">
          {message('errors.search')}
        </Button>
        <Link to="/" className={buttonClass('outlined')}>
          {message('errors.goHome')}
        </Link>
      </form>
    </div>
  )
}

/** The address itself, or the one that led to the page `/404`. */
function useMissingPath(): string {
  return useRouterState({
    select: ({ location }) => {
      const { missing } = location.state as { missing?: unknown } // set by the screens that give up
      return typeof missing === 'string' ? missing : location.pathname
    },
  })
}

function lastWord(path: string): string {
  try {
    return (decodeURIComponent(path).split(/[/:]+/).at(-1) ?? '').replace(/^404$/, '')
  } catch {
    return '' // a broken escape sequence
  }
}
