import type { AuditEntry } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { LoadedRows } from '../../shared/loaded.tsx'
import styles from '../../shared/settings-page.module.css'
import { When } from '../../shared/when.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { activityOf } from './queries.ts'
import own from './user-access.module.css'

/** The last entries of the audit log that this user wrote. */
export function RecentActivity({ name }: { name: string }) {
  const entries = useQuery(activityOf(name))
  return (
    <FormSection
      title={message('people.activity')}
      aside={
        <Link to="/admin/security/audit" search={{ actor: name }} className={buttonClass('outlined', 28)}>
          {message('shell.audit')}
        </Link>
      }
    >
      <LoadedRows query={entries} failed={message('people.activityFailed')} count={1}>
        {({ items }) => <Entries entries={items} />}
      </LoadedRows>
    </FormSection>
  )
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  if (entries.length === 0) return <p className={styles['muted']}>{message('people.noActivity')}</p>
  return (
    <ul className={own['list']}>
      {entries.map((entry) => (
        <li key={entry.id} className={own['item']}>
          <code>{entry.kind}</code>
          <span className={own['via']}>
            <When at={entry.at} />
            {entry.target === null ? null : ` · ${entry.target}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
