import type { Privilege } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { PrivilegeChecks } from '../../shared/access/privilege-checks.tsx'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { CheckRow } from '../../ui/check-row.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'

export interface GroupDraft {
  name: string
  description: string
  isAdmin: boolean
  isAutoJoin: boolean
  externalId: string
  privileges: Privilege[]
}

export const newGroup: GroupDraft = {
  name: '',
  description: '',
  isAdmin: false,
  isAutoJoin: false,
  externalId: '',
  privileges: [],
}

/** What is sent; an external id that is empty is none. */
export const traitsOf = ({ name: _, externalId, ...traits }: GroupDraft) => ({
  ...traits,
  externalId: externalId.trim() === '' ? null : externalId.trim(),
})

interface GroupFormProps {
  draft: GroupDraft
  onChange: (change: Partial<GroupDraft>) => void
  mistakes: Partial<Record<keyof GroupDraft, string>>
  isNew: boolean
  /** Where an external group comes from. */
  realm?: string
}

export function GroupForm({ draft, onChange, mistakes, isNew, realm = 'internal' }: GroupFormProps) {
  return (
    <>
      <FormSection title={message('people.identity')}>
        {realm === 'internal' ? null : <Notice>{message('people.externalGroup', { realm })}</Notice>}
        <TextField
          name="name"
          label={message('people.groupName')}
          description={isNew ? undefined : message('people.groupNameFixed')}
          required={isNew}
          readOnly={!isNew}
          autoFocus={isNew}
          autoComplete="off"
          spellCheck={false}
          className={styles['wide'] ?? ''}
          value={draft.name}
          error={mistakes.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <TextField
          name="description"
          label={message('people.description')}
          maxLength={1000}
          className={styles['wide'] ?? ''}
          value={draft.description}
          error={mistakes.description}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
        <TextField
          name="externalId"
          label={message('people.externalId')}
          description={message('people.externalIdHelp')}
          className={styles['wide'] ?? ''}
          value={draft.externalId}
          error={mistakes.externalId}
          onChange={(event) => onChange({ externalId: event.currentTarget.value })}
        />
      </FormSection>
      <FormSection title={message('people.roles')} text={message('people.groupRolesText')}>
        <div className={styles['checks']}>
          <CheckRow
            label={message('people.autoJoin')}
            description={message('people.autoJoinText')}
            checked={draft.isAutoJoin}
            disabled={draft.isAdmin}
            onChange={(isAutoJoin) => onChange({ isAutoJoin })}
          />
          <CheckRow
            label={message('people.administrators')}
            description={message('people.groupAdminText')}
            checked={draft.isAdmin}
            disabled={draft.isAutoJoin}
            onChange={(isAdmin) => onChange({ isAdmin })}
          />
          <PrivilegeChecks
            isAdmin={draft.isAdmin}
            privileges={draft.privileges}
            onChange={(privileges) => onChange({ privileges })}
          />
        </div>
      </FormSection>
    </>
  )
}
