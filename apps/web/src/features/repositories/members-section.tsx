import type { ManagedRepository } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { FormatTile } from '../../shared/format-tile.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CloseIcon, DownIcon, UpIcon } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { PickField } from '../../ui/pick-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { kindTexts, listOf } from './kinds.ts'
import styles from './members-section.module.css'
import { managedList } from './queries.ts'
import { namesOf, textOf } from './repository-draft.ts'
import type { SectionProps } from './section-props.ts'

/** The members of a virtual repository in the order in which they are asked. */
export function MembersSection({ draft, set, mistakes, format }: SectionProps & { format: string }) {
  const all = useQuery(managedList).data ?? []
  const members = namesOf(draft.config, 'repositories')
  const deployTo = textOf(draft.config, 'defaultDeploymentRepo')
  const find = (key: string) => all.find((one) => one.key === key)
  const targets = members.filter((key) => find(key)?.kind === 'local' || find(key)?.kind === 'federated')
  const change = (repositories: string[]) =>
    set({ repositories, ...(repositories.includes(deployTo) ? {} : { defaultDeploymentRepo: '' }) })
  return (
    <FormSection title={message('repository.members')} text={message('repository.membersText')}>
      <Picker
        rows={all.filter(
          (one) => one.format === format && one.key !== draft.key && !members.includes(one.key),
        )}
        onPick={(key) => change([...members, key])}
      />
      {mistakes['repositories'] === undefined ? null : (
        <Notice look="error" isUrgent>
          {mistakes['repositories']}
        </Notice>
      )}
      {members.length === 0 ? (
        <Notice look="warn">{message('repository.noMembers')}</Notice>
      ) : (
        <MemberList members={members} find={find} onChange={change} />
      )}
      <SelectField
        label={message('repository.deployTo')}
        value={deployTo}
        error={mistakes['defaultDeploymentRepo']}
        options={[
          { value: '', label: message('repository.noDeploy') },
          ...targets.map((key) => ({ value: key, label: key })),
        ]}
        onChange={(defaultDeploymentRepo) => set({ defaultDeploymentRepo })}
      />
    </FormSection>
  )
}

function Picker({ rows, onPick }: { rows: ManagedRepository[]; onPick: (key: string) => void }) {
  const [text, setText] = useState('')
  return (
    <PickField
      label={message('repository.addMember')}
      query={text}
      onQuery={setText}
      empty={message('repository.noneToAdd')}
      options={rows
        .filter(({ key }) => key.toLowerCase().includes(text.trim().toLowerCase()))
        .slice(0, 50)
        .map(({ key, kind }) => ({
          value: key,
          label: key,
          icon: kindTexts[listOf(kind)].icon,
          hint: message(kindTexts[listOf(kind)].label),
        }))}
      onPick={(key) => {
        setText('')
        onPick(key)
      }}
    />
  )
}

interface MemberListProps {
  members: string[]
  find: (key: string) => ManagedRepository | undefined
  onChange: (members: string[]) => void
}

function MemberList({ members, find, onChange }: MemberListProps) {
  const move = (from: number, by: number) => {
    const next = [...members]
    next.splice(from + by, 0, ...next.splice(from, 1))
    onChange(next)
  }
  return (
    <ol className={styles['members']} aria-label={message('repository.members')}>
      {members.map((key, index) => (
        <li key={key} className={styles['member']}>
          <span className={styles['number']} aria-hidden="true">
            {index + 1}
          </span>
          <FormatTile format={find(key)?.format ?? ''} />
          <span className={styles['name']}>{key}</span>
          <span className={styles['kind']}>{kindOf(find(key))}</span>
          <IconButton
            icon={UpIcon}
            size={28}
            label={message('repository.moveUp', { key })}
            disabled={index === 0}
            onClick={() => move(index, -1)}
          />
          <IconButton
            icon={DownIcon}
            size={28}
            label={message('repository.moveDown', { key })}
            disabled={index === members.length - 1}
            onClick={() => move(index, 1)}
          />
          <IconButton
            icon={CloseIcon}
            size={28}
            label={message('shared.removeWhat', { what: key })}
            onClick={() => onChange(members.filter((one) => one !== key))}
          />
        </li>
      ))}
    </ol>
  )
}

const kindOf = (row: ManagedRepository | undefined) =>
  row === undefined ? '' : message(kindTexts[listOf(row.kind)].label)
