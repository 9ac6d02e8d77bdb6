import type { SecondFactorPolicy } from '@bindery/contracts'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { count, total } from '../../lib/numbers.ts'
import { GroupPicker } from '../../shared/access/group-picker.tsx'
import { FormSection } from '../../shared/form-section.tsx'
import { usePagedRows } from '../../shared/paged-list.tsx'
import styles from '../../shared/settings-page.module.css'
import { Button } from '../../ui/button.tsx'
import { CheckRow } from '../../ui/check-row.tsx'
import { RadioList } from '../../ui/radio-list.tsx'
import own from './security.module.css'
import { notEnrolled } from './queries.ts'
import type { SectionProps } from './rules-draft.ts'

export function SecondFactorSection({ rules, onChange }: SectionProps) {
  const { secondFactor } = rules
  const change = (part: Partial<typeof secondFactor>) =>
    onChange({ secondFactor: { ...secondFactor, ...part } })
  const options: { value: SecondFactorPolicy; label: string; description: string }[] = [
    { value: 'off', label: message('security.factorOff'), description: message('security.factorOffText') },
    {
      value: 'optional',
      label: message('security.factorOptional'),
      description: message('security.factorOptionalText'),
    },
    {
      value: 'required-for-groups',
      label: message('security.factorGroups'),
      description: message('security.factorGroupsText'),
    },
    {
      value: 'required',
      label: message('security.factorRequired'),
      description: message('security.factorRequiredText'),
    },
  ]
  return (
    <FormSection
      id="second-factor"
      title={message('security.secondFactor')}
      text={message('security.secondFactorText')}
    >
      <RadioList
        label={message('security.secondFactor')}
        isLabelHidden
        options={options}
        value={secondFactor.policy}
        onChange={(policy) => change({ policy })}
      />
      {secondFactor.policy === 'required-for-groups' ? (
        <GroupPicker
          label={message('security.factorWhichGroups')}
          values={secondFactor.groups}
          onChange={(groups) => change({ groups })}
        />
      ) : null}
      <CheckRow
        label={message('security.factorExternal')}
        description={message('security.factorExternalText')}
        checked={secondFactor.appliesToExternal}
        disabled={secondFactor.policy === 'off'}
        onChange={(appliesToExternal) => change({ appliesToExternal })}
      />
      {secondFactor.policy === 'off' ? null : <NotEnrolled />}
    </FormSection>
  )
}

function NotEnrolled() {
  const list = usePagedRows(notEnrolled)
  if (list.rows === undefined) return null
  if (list.rows.length === 0) return <p className={styles['muted']}>{message('security.allEnrolled')}</p>
  return (
    <details className={own['people']}>
      <summary>
        {message('security.notEnrolled', {
          count: total(list.hasMore ? list.total : list.rows.length, list.rows.length),
        })}
      </summary>
      <ul>
        {list.rows.map(({ name, isRequired }) => (
          <li key={name}>
            <Link to="/admin/management/users/$name/edit" params={{ name }}>
              {name}
            </Link>
            {isRequired ? <span className={styles['muted']}> {message('security.mustEnroll')}</span> : null}
          </li>
        ))}
      </ul>
      {list.hasMore ? (
        <Button look="plain" size={28} isBusy={list.isLoadingMore} onClick={list.loadMore}>
          {message('shared.loadMore')} ({count(list.rows.length)})
        </Button>
      ) : null}
    </details>
  )
}
