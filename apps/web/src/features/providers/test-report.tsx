// How a test went: each step with its time, the account that a sign-in would give, and what the provider said.
import type { PasswordTest, TestStep } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { Facts } from '../../ui/facts.tsx'
import { type Icon, RefusedIcon, SuccessIcon, WarningIcon } from '../../ui/icons.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './providers.module.css'

const icons: Record<TestStep['outcome'], Icon> = {
  passed: SuccessIcon,
  warning: WarningIcon,
  failed: RefusedIcon,
}

const outcomes = {
  passed: 'providers.passed',
  warning: 'providers.warning',
  failed: 'providers.failedStep',
} as const

export function Steps({ steps }: { steps: TestStep[] }) {
  return (
    <ol className={styles['steps']}>
      {steps.map(({ step, outcome, detail, milliseconds }) => {
        const Glyph = icons[outcome]
        return (
          <li key={step} className={styles['step']} data-outcome={outcome}>
            <Glyph
              className={styles['stepIcon']}
              size="1rem"
              stroke={1.75}
              aria-label={message(outcomes[outcome])}
            />
            <span className={styles['stepName']}>{step}</span>
            <span className={styles['stepDetail']}>{detail}</span>
            <span className={styles['stepTime']}>
              {message('providers.milliseconds', { count: milliseconds })}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

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
