import { Fragment, type ReactNode } from 'react'
import { Link } from '../lib/link.tsx'
import { message } from '../lib/messages.ts'
import { NewerIcon } from '../ui/icons.ts'
import styles from './breadcrumb.module.css'

interface Crumb {
  text: string
  /** Left out for the page itself, which comes last. */
  to?: string
  params?: Record<string, string>
  search?: Record<string, string>
}

/** The way here. */
export function Breadcrumb({ crumbs, aside }: { crumbs: Crumb[]; aside?: ReactNode }) {
  return (
    <div className={styles['row']}>
      <nav aria-label={message('shell.breadcrumb')}>
        <ol className={styles['crumbs']}>
          {crumbs.map((crumb, index) => (
            <Fragment key={crumb.text}>
              {index === 0 ? null : (
                <li aria-hidden="true" className={styles['separator']}>
                  <NewerIcon size="0.875rem" stroke={1.5} />
                </li>
              )}
              <li className={styles['crumb']} aria-current={crumb.to === undefined ? 'page' : undefined}>
                <CrumbText crumb={crumb} />
              </li>
            </Fragment>
          ))}
        </ol>
      </nav>
      {aside}
    </div>
  )
}

function CrumbText({ crumb: { text, to, params = {}, search = {} } }: { crumb: Crumb }) {
  if (to === undefined) return text
  return (
    <Link to={to} params={params} search={search}>
      {text}
    </Link>
  )
}
