import type { RoleUse } from '@bindery/contracts'
import { type ReactNode, useState } from 'react'
import { useDraft } from '../../lib/draft.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { UnsavedBar } from '../../shared/unsaved-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckRow } from '../../ui/check-row.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useRoleChanges } from './changes.ts'
import { DeleteRole } from './delete-role.tsx'
import { type Reach, RoleMatrix } from './role-matrix.tsx'

interface RoleEditorProps {
  /** Left out for a new one. */
  role?: RoleUse
  /** Left out for the global ones. */
  project?: string
  environments: string[]
  /** Why it cannot be changed here. */
  locked?: string | undefined
  onDone: (name: string | undefined) => void
  children?: ReactNode
}

interface RoleDraft extends Reach {
  name: string
  description: string
}

const nothing: RoleDraft = { name: '', description: '', environments: [], actions: ['READ_REPOSITORY'] }

/** One role: what it is called, what it allows and where. */
export function RoleEditor({ role, project, environments, locked, onDone, children }: RoleEditorProps) {
  const draft = useDraft<RoleDraft>(role === undefined ? nothing : draftOf(role))
  const changes = useRoleChanges(project)
  const [error, setError] = useState<Error | null>(null)
  const [mistake, setMistake] = useState<string | undefined>(undefined)
  const [isDeleting, setDeleting] = useState(false)
  const isReadOnly = locked !== undefined
  const { value, change } = draft
  const save = async () => {
    const name = value.name.trim()
    setError(null)
    setMistake(name === '' ? message('spec.mandatory') : undefined)
    if (name === '') return
    try {
      await (role === undefined ? changes.create({ ...value, name }) : changes.update({ ...value, name }))
      notify('success', message('roles.saved', { name }))
      if (role === undefined) onDone(name)
    } catch (refusal) {
      if (refusal instanceof Error) setError(refusal)
    }
  }
  return (
    <>
      <FormSection
        title={role?.name ?? message('roles.new')}
        aside={
          role === undefined || isReadOnly ? null : (
            <Button size={28} onClick={() => setDeleting(true)}>
              {message('roles.delete')}
            </Button>
          )
        }
      >
        {isReadOnly ? <Notice>{locked}</Notice> : null}
        {role === undefined ? <NameField name={value.name} mistake={mistake} onChange={change} /> : null}
        {isReadOnly ? (
          <p>{value.description}</p>
        ) : (
          <DescriptionField description={value.description} onChange={change} />
        )}
        <CheckRow
          label={message('roles.everywhere')}
          description={message('roles.everywhereText')}
          checked={value.environments.length === 0}
          disabled={isReadOnly}
          onChange={(isOn) => change({ environments: isOn ? [] : environments.slice(0, 1) })}
        />
        <RoleMatrix
          label={message('roles.matrix', { name: value.name === '' ? message('roles.new') : value.name })}
          environments={environments}
          reach={value}
          isReadOnly={isReadOnly}
          onChange={change}
        />
      </FormSection>
      {children}
      <UnsavedBar
        isAlwaysShown={role === undefined}
        isDirty={draft.isDirty}
        isSaving={changes.isBusy}
        error={error}
        onDiscard={() => (role === undefined ? onDone(undefined) : draft.reset())}
        onSave={() => void save()}
        {...(role === undefined ? { saveLabel: message('roles.createRole') } : {})}
      />
      {isDeleting && role !== undefined ? (
        <DeleteRole
          role={role}
          project={project}
          onDeleted={() => onDone(undefined)}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </>
  )
}

interface NameFieldProps {
  name: string
  mistake: string | undefined
  onChange: (change: { name: string }) => void
}

function NameField({ name, mistake, onChange }: NameFieldProps) {
  return (
    <TextField
      label={message('roles.name')}
      required
      autoFocus
      maxLength={64}
      autoComplete="off"
      className={styles['wide'] ?? ''}
      value={name}
      error={mistake}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
  )
}

interface DescriptionFieldProps {
  description: string
  onChange: (change: { description: string }) => void
}

function DescriptionField({ description, onChange }: DescriptionFieldProps) {
  return (
    <TextField
      label={message('roles.description')}
      maxLength={1000}
      className={styles['wide'] ?? ''}
      value={description}
      onChange={(event) => onChange({ description: event.currentTarget.value })}
    />
  )
}

const draftOf = ({ name, description, environments, actions }: RoleUse): RoleDraft => ({
  name,
  description,
  environments,
  actions,
})
