// Why a package of an upstream is not seen through a virtual repository: a local member has the name (dependency confusion).
import { upstreams } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { query } from '../../lib/query.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { LockIcon } from '../../ui/icons.ts'
import { SearchField } from '../../ui/search-field.tsx'
import styles from './hidden-names.module.css'

const mostShown = 50

/** The names that the remote members have and that are not taken from them. */
export function HiddenNames({ members }: { members: string[] }) {
  const { data } = useQuery(query(upstreams.list, {}))
  const [text, setText] = useState('')
  if (data === undefined) return null
  const all = data
    .filter(({ repository }) => members.includes(repository))
    .flatMap(({ repository, hiddenNames }) => hiddenNames.map((name) => ({ repository, name })))
  const found = all.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <FormSection title={message('repository.hidden')} text={message('repository.hiddenText')}>
      {all.length === 0 ? <p className={styles['quiet']}>{message('repository.noneHidden')}</p> : null}
      {all.length > 10 ? (
        <SearchField
          label={message('repository.findHidden')}
          placeholder={message('repository.findHidden')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : null}
      {found.length === 0 && all.length > 0 ? (
        <p className={styles['quiet']} role="status">
          {message('repository.noHiddenFound')}
        </p>
      ) : null}
      {found.length === 0 ? null : (
        <ul className={styles['names']} aria-label={message('repository.hidden')}>
          {found.slice(0, mostShown).map(({ repository, name }) => (
            <li key={`${repository} ${name}`} className={styles['entry']}>
              <LockIcon size="1rem" stroke={1.5} aria-hidden="true" />
              <span className={styles['name']}>{name}</span>
              <span className={styles['quiet']}>{message('repository.hiddenFrom', { repository })}</span>
            </li>
          ))}
        </ul>
      )}
      {found.length > mostShown ? (
        <p className={styles['quiet']}>{message('shared.more', { count: found.length - mostShown })}</p>
      ) : null}
    </FormSection>
  )
}
