import type { ReactNode } from 'react'
import { message } from '../../lib/messages.ts'
import { useStart } from '../../lib/frame.ts'
import { brand } from '../../messages/brand.ts'
import { Logo } from '../../ui/logo.tsx'
import styles from './sign-in-frame.module.css'
import { Spines } from './spines.tsx'

interface SignInFrameProps {
  title: string
  /** A sentence under the title. */
  lead?: ReactNode
  children: ReactNode
  below?: ReactNode
}

/** The page of the sign-in area: brand, one card, a line of facts. Needs no data to be drawn. */
export function SignInFrame({ title, lead, children, below }: SignInFrameProps) {
  const start = useStart()
  const serverName = start?.serverName ?? ''
  return (
    <div className={styles['page']}>
      <Spines />
      <header className={styles['brand']}>
        <span className={styles['name']}>
          <Logo size={32} />
          {brand.product}
        </span>
        <span className={styles['server']}>{serverName === '' ? location.host : serverName}</span>
      </header>
      <main className={styles['main']}>
        <div className={styles['card']}>
          <div className={styles['head']}>
            <h1>{title}</h1>
            {lead === undefined ? null : <p className={styles['lead']}>{lead}</p>}
          </div>
          {children}
        </div>
        <div className={styles['below']}>{below}</div>
      </main>
      <footer className={styles['foot']}>
        {start === undefined ? null : message('session.version', { version: start.version })}
        <span aria-hidden="true">·</span>
        <a href="/ui/api/">{message('shell.apiReference')}</a>
      </footer>
    </div>
  )
}
