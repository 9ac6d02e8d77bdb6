import type { ProjectPrivileges } from '@bindery/contracts'
import { message, type MessageId } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { CheckRow } from '../../ui/check-row.tsx'
import { RadioList } from '../../ui/radio-list.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ProjectDraft, Unit } from './project-draft.ts'

export type Mistakes = Partial<Record<'name' | 'key' | 'amount', string | undefined>>

interface SectionProps {
  draft: ProjectDraft
  onChange: (change: Partial<ProjectDraft>) => void
  mistakes: Mistakes
}

interface ProjectFormProps extends SectionProps {
  /** It can be chosen once. */
  isNew: boolean
}

export function ProjectForm({ isNew, ...rest }: ProjectFormProps) {
  return (
    <>
      <Identity isNew={isNew} {...rest} />
      <Quota {...rest} />
      <Delegated {...rest} />
    </>
  )
}

function Identity({ draft, onChange, mistakes, isNew }: ProjectFormProps) {
  return (
    <FormSection title={message('projects.identity')}>
      <TextField
        name="name"
        label={message('projects.name')}
        required
        autoFocus={isNew}
        maxLength={128}
        autoComplete="off"
        className={styles['wide'] ?? ''}
        value={draft.name}
        error={mistakes.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextField
        name="key"
        label={message('projects.key')}
        description={isNew ? keyHelp(draft.key) : message('projects.keyFixed')}
        required={isNew}
        readOnly={!isNew}
        autoComplete="off"
        spellCheck={false}
        className={styles['wide'] ?? ''}
        value={draft.key}
        error={mistakes.key}
        onChange={(event) => onChange({ key: event.currentTarget.value })}
      />
      <TextArea
        label={message('projects.description')}
        rows={3}
        maxLength={4000}
        className={styles['wide'] ?? ''}
        value={draft.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </FormSection>
  )
}

const keyHelp = (key: string) =>
  message('projects.keyHelp', { example: `${key.trim() === '' ? 'web' : key.trim()}-npm-local` })

function Quota({ draft, onChange, mistakes }: SectionProps) {
  return (
    <FormSection title={message('projects.quota')} text={message('projects.quotaText')}>
      <RadioList
        label={message('projects.quota')}
        isLabelHidden
        value={draft.limit}
        onChange={(limit) => onChange({ limit })}
        options={[
          { value: 'none', label: message('projects.quotaNone') },
          {
            value: 'warn',
            label: message('projects.quotaWarn'),
            description: message('projects.quotaWarnText'),
          },
          {
            value: 'refuse',
            label: message('projects.quotaRefuse'),
            description: message('projects.quotaRefuseText'),
          },
        ]}
      />
      {draft.limit === 'none' ? null : (
        <div className={styles['pair']}>
          <TextField
            name="amount"
            label={message('projects.quotaAmount')}
            type="number"
            min={0}
            step="any"
            inputMode="decimal"
            value={Number.isNaN(draft.amount) ? '' : draft.amount}
            error={mistakes.amount}
            onChange={(event) => onChange({ amount: event.currentTarget.valueAsNumber })}
          />
          <SelectField
            label={message('projects.quotaUnit')}
            options={(['MiB', 'GiB', 'TiB'] as const).map((unit) => ({ value: unit, label: unit }))}
            value={draft.unit}
            // The list above has no other values.
            onChange={(unit) => onChange({ unit: unit as Unit })}
          />
        </div>
      )}
    </FormSection>
  )
}

const rights: { name: keyof ProjectPrivileges; label: MessageId; text: MessageId }[] = [
  { name: 'manage_members', label: 'projects.mayMembers', text: 'projects.mayMembersText' },
  { name: 'manage_resources', label: 'projects.mayResources', text: 'projects.mayResourcesText' },
  { name: 'index_resources', label: 'projects.mayIndex', text: 'projects.mayIndexText' },
]

function Delegated({ draft, onChange }: SectionProps) {
  return (
    <FormSection title={message('projects.delegated')} text={message('projects.delegatedText')}>
      <div className={styles['checks']}>
        {rights.map(({ name, label, text }) => (
          <CheckRow
            key={name}
            label={message(label)}
            description={message(text)}
            checked={draft.privileges[name]}
            onChange={(isOn) => onChange({ privileges: { ...draft.privileges, [name]: isOn } })}
          />
        ))}
      </div>
    </FormSection>
  )
}
