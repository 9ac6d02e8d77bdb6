// The groups that a mapping finds in the directory, to be made groups here.
import { ldap, type LdapGroup } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { query, useMutation } from '../../lib/query.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { Button, ChangeButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Tag } from '../../ui/tag.tsx'
import { type PanelProps, textOf } from './kind.ts'
import styles from './providers.module.css'

const mostShown = 200

export function DirectoryGroups({ saved, values, isDirty }: PanelProps) {
  const [isAsked, setAsked] = useState(false)
  const name = textOf(saved?.['name'])
  const found = useQuery({ ...query(ldap.findGroups, { params: { name } }), enabled: isAsked && name !== '' })
  if (values['strategy'] === 'hierarchical') return null
  return (
    <FormSection title={message('providers.import')} text={message('providers.importText')}>
      {saved === undefined || isDirty ? (
        <p className={styles['muted']}>{message('providers.saveFirst')}</p>
      ) : (
        <div className={styles['actions']}>
          <Button
            size={36}
            isBusy={found.isFetching}
            onClick={() => (isAsked ? void found.refetch() : setAsked(true))}
          >
            {message('providers.findGroups')}
          </Button>
        </div>
      )}
      {found.error === null ? null : (
        <Notice look="error" isUrgent>
          {found.error.message}
        </Notice>
      )}
      {found.data === undefined ? null : <GroupTable mapping={name} groups={found.data} />}
    </FormSection>
  )
}

function GroupTable({ mapping, groups }: { mapping: string; groups: LdapGroup[] }) {
  const [filter, setFilter] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const importing = useMutation(ldap.importGroups, {
    refresh: [ldap.findGroups],
    onSuccess: ({ imported }) => {
      setChosen([])
      notify('success', message('providers.imported', { count: imported.length }))
    },
    onError: (error) => notify('error', error.message),
  })
  const matching = groups.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()))
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
  return (
    <>
      <div className={styles['actions']}>
        <SearchField
          label={message('providers.filterGroups', { count: groups.length })}
          placeholder={message('providers.filterGroups', { count: groups.length })}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <ChangeButton
          size={36}
          look="filled"
          disabled={chosen.length === 0}
          isBusy={importing.isPending}
          onClick={() => importing.mutate({ params: { name: mapping }, body: { groups: chosen } })}
        >
          {message('providers.importChosen', { count: chosen.length })}
        </ChangeButton>
      </div>
      <ul className={styles['groups']} aria-label={message('providers.import')}>
        {matching.slice(0, mostShown).map(({ name, dn, exists }) => (
          <li key={dn} className={styles['group']}>
            <Checkbox
              label={name}
              checked={exists || chosen.includes(name)}
              disabled={exists}
              onChange={() => toggle(name)}
            />
            <code className={styles['fingerprint']}>{dn}</code>
            {exists ? <Tag look="ok">{message('providers.groupHere')}</Tag> : null}
          </li>
        ))}
      </ul>
      {matching.length > mostShown ? (
        <p className={styles['muted']}>
          {message('providers.narrow', { shown: mostShown, total: matching.length })}
        </p>
      ) : null}
    </>
  )
}
