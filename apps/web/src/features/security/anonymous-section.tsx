import { useQuery } from '@tanstack/react-query'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { CheckRow } from '../../ui/check-row.tsx'
import { Notice } from '../../ui/notice.tsx'
import { anonymousAccess } from './queries.ts'
import type { SectionProps } from './rules-draft.ts'

export function AnonymousSection({ rules, onChange }: SectionProps) {
  return (
    <FormSection id="anonymous" title={message('security.anonymous')}>
      <div className={styles['checks']}>
        <CheckRow
          label={message('security.anonymousAccess')}
          description={message('security.anonymousAccessText')}
          checked={rules.anonymousAccess}
          onChange={(anonymousAccess) => onChange({ anonymousAccess })}
        />
        <CheckRow
          label={message('security.anonymousUi')}
          description={message('security.anonymousUiText')}
          checked={rules.anonymousUiAccess}
          disabled={!rules.anonymousAccess}
          onChange={(anonymousUiAccess) => onChange({ anonymousUiAccess })}
        />
      </div>
      <WhatTheySee isOn={rules.anonymousAccess} />
    </FormSection>
  )
}

/** Also while it is off: what it would open. */
function WhatTheySee({ isOn }: { isOn: boolean }) {
  const items = useQuery(anonymousAccess).data?.items
  if (items === undefined) return null
  const targets = [...new Set(items.map(({ target }) => target))]
  const all = (
    <Link to="/admin/management/permissions" search={{ user: 'anonymous' }}>
      {message('security.anonymousPermissions')}
    </Link>
  )
  if (targets.length === 0) {
    return (
      <Notice>
        {message('security.anonymousNothing')} {all}
      </Notice>
    )
  }
  return (
    <Notice look={isOn ? 'warn' : 'info'}>
      {message(isOn ? 'security.anonymousSees' : 'security.anonymousWouldSee', {
        targets: targets.slice(0, 8).join(', '),
        count: targets.length,
      })}{' '}
      {all}
    </Notice>
  )
}
