// What a mapping gives: whose token, with which rights, for how long.
import { useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { GroupPicker } from '../../../shared/access/group-picker.tsx'
import { usePrincipals } from '../../../shared/access/principals.ts'
import { NumberField } from '../../../ui/number-field.tsx'
import { PickField } from '../../../ui/pick-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type MappingDraft, rightsKinds, userScope } from './mapping-draft.ts'
import styles from './oidc.module.css'

interface TokenFieldsProps {
  draft: MappingDraft
  onChange: (part: Partial<MappingDraft>) => void
}

export function TokenFields({ draft, onChange }: TokenFieldsProps) {
  return (
    <>
      <div className={styles['pair']}>
        <SelectField
          label={message('providers.subject')}
          options={[
            { value: 'name', label: message('providers.subjectName') },
            { value: 'pattern', label: message('providers.subjectPattern') },
          ]}
          value={draft.subject}
          onChange={(value) => onChange({ subject: value === 'pattern' ? 'pattern' : 'name' })}
        />
        {draft.subject === 'name' ? (
          <UserField value={draft.username} onChange={(username) => onChange({ username })} />
        ) : (
          <TextField
            label={message('providers.usernamePattern')}
            placeholder="{{sub}}"
            autoComplete="off"
            spellCheck={false}
            value={draft.usernamePattern}
            onChange={(event) => onChange({ usernamePattern: event.currentTarget.value })}
          />
        )}
      </div>
      <div className={styles['pair']}>
        <SelectField
          label={message('providers.rights')}
          options={rightsKinds.map((value) => ({ value, label: message(labels[value]) }))}
          value={draft.rights}
          onChange={(value) => onChange({ rights: rightsKinds.find((one) => one === value) ?? 'user' })}
        />
        <NumberField
          label={message('providers.tokenLife')}
          value={draft.minutes}
          min={1}
          max={1440}
          unit={message('providers.minutes')}
          onChange={(minutes) => onChange({ minutes })}
        />
      </div>
      {draft.rights === 'groups' ? (
        <GroupPicker
          label={message('providers.accountGroups')}
          values={draft.groups}
          onChange={(groups) => onChange({ groups })}
        />
      ) : null}
      {draft.rights === 'claim' ? (
        <TextField
          label={message('providers.groupsPattern')}
          placeholder="{{groups}}"
          autoComplete="off"
          spellCheck={false}
          value={draft.groupsPattern}
          onChange={(event) => onChange({ groupsPattern: event.currentTarget.value })}
        />
      ) : null}
      {draft.rights === 'scope' ? (
        <TextField
          label={message('providers.tokenScope')}
          placeholder={userScope}
          autoComplete="off"
          spellCheck={false}
          value={draft.scope}
          onChange={(event) => onChange({ scope: event.currentTarget.value })}
        />
      ) : null}
    </>
  )
}

const labels = {
  user: 'providers.rightsUser',
  groups: 'providers.rightsGroups',
  claim: 'providers.rightsClaim',
  scope: 'providers.rightsScope',
} as const

function UserField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const [isPicked, setPicked] = useState(value !== '')
  return (
    <PickField
      label={message('providers.subjectUser')}
      query={value}
      onQuery={(text) => {
        setPicked(false)
        onChange(text)
      }}
      options={usePrincipals(isPicked ? '' : value, 'user')}
      onPick={(id) => {
        setPicked(true)
        onChange(id.slice('user:'.length))
      }}
      empty={message('providers.subjectNew')}
    />
  )
}
