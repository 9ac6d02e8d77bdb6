import { repositories } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { query } from '../../../lib/query.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CacheIcon, CloseIcon, LocalIcon } from '../../../ui/icons.ts'
import { PickField } from '../../../ui/pick-field.tsx'
import styles from './retention.module.css'

interface RepositoryPickerProps {
  keys: string[]
  onChange: (keys: string[]) => void
}

/** The repositories of a rule: those that hold files, chosen from a list. */
export function RepositoryPicker({ keys, onChange }: RepositoryPickerProps) {
  const [text, setText] = useState('')
  const { data: all = [] } = useQuery(query(repositories.managed, {}))
  const wanted = text.trim().toLowerCase()
  const options = all
    .filter(({ kind }) => kind !== 'virtual')
    .map(({ key, kind }) =>
      kind === 'remote' ? { value: `${key}-cache`, icon: CacheIcon } : { value: key, icon: LocalIcon },
    )
    .filter(({ value }) => !keys.includes(value) && value.toLowerCase().includes(wanted))
    .slice(0, 50)
    .map((option) => ({ ...option, label: option.value }))
  return (
    <>
      <PickField
        label={message('retention.repositories')}
        description={message('retention.repositoriesHelp')}
        query={text}
        onQuery={setText}
        options={options}
        empty={message('retention.noneToAdd')}
        onPick={(key) => {
          setText('')
          onChange([...keys, key])
        }}
      />
      {keys.length === 0 ? null : (
        <ul className={styles['chosen']} aria-label={message('retention.repositories')}>
          {keys.map((key) => (
            <li key={key}>
              <span className={styles['key']}>{key}</span>
              <IconButton
                icon={CloseIcon}
                size={28}
                label={message('shared.removeWhat', { what: key })}
                onClick={() => onChange(keys.filter((other) => other !== key))}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
