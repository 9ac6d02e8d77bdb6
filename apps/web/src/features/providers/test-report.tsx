// How a test went: the account that a sign-in would give, and what the provider said.
import type { PasswordTest } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { Facts } from '../../ui/facts.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from './providers.module.css'

export function Account({ account }: { account: NonNullable<PasswordTest['account']> }) {
  return (
    <Facts
      facts={[
        { label: message('providers.accountName'), value: account.name },
        { label: message('providers.accountEmail'), value: account.email ?? message('shared.notGiven') },
        {
          label: message('providers.accountGroups'),
          value: <GroupTags groups={account.groups} />,
        },
      ]}
    />
  )
}

/** Which of the groups there are groups here: only those are joined. */
export function GroupTags({ groups }: { groups: { name: string; exists: boolean }[] }) {
  if (groups.length === 0) return message('shared.none')
  return (
    <span className={styles['tags']}>
      {groups.slice(0, 100).map(({ name, exists }) => (
        <Tag key={name} look={exists ? 'ok' : 'outlined'}>
          {exists ? name : message('providers.groupNotHere', { name })}
        </Tag>
      ))}
      {groups.length > 100 ? <Tag>{message('shared.more', { count: groups.length - 100 })}</Tag> : null}
    </span>
  )
}

export function Raw({ value }: { value: unknown }) {
  if (value === null || value === undefined) return null
  return (
    <details className={styles['raw']}>
      <summary>{message('providers.raw')}</summary>
      <pre className={styles['rawText']}>{JSON.stringify(value, null, 2)}</pre>
    </details>
  )
}
