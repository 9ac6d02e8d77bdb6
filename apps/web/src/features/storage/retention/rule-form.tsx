import type { RetentionRule } from '@bindery/contracts'
import type { Draft } from '../../../lib/draft.ts'
import { message, type MessageId } from '../../../lib/messages.ts'
import { FormSection } from '../../../shared/form-section.tsx'
import { CheckRow } from '../../../ui/check-row.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { LimitRow } from './limit-row.tsx'
import { Mistake } from './mistake.tsx'
import { RepositoryPicker } from './repository-picker.tsx'

interface RuleFormProps {
  draft: Draft<RetentionRule>
  mistakes: Partial<Record<string, string>>
  isNew: boolean
}

export function RuleForm({ draft: { value, change }, mistakes, isNew }: RuleFormProps) {
  return (
    <>
      <FormSection title={message('retention.where')}>
        <TextField
          label={message('retention.name')}
          description={message(isNew ? 'retention.nameHelp' : 'retention.nameFixed')}
          name="name"
          required
          disabled={!isNew}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          value={value.name}
          error={mistakes['name']}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <RepositoryPicker keys={value.repositories} onChange={(repositories) => change({ repositories })} />
        <Mistake text={mistakes['repositories']} />
        <TextField
          label={message('retention.pattern')}
          description={message('retention.patternHelp')}
          spellCheck={false}
          value={value.pattern}
          onChange={(event) => change({ pattern: event.currentTarget.value })}
        />
        <TextField
          label={message('retention.property')}
          description={message('retention.propertyHelp')}
          spellCheck={false}
          value={value.property}
          onChange={(event) => change({ property: event.currentTarget.value })}
        />
      </FormSection>
      <FormSection title={message('retention.what')} text={message('retention.whatText')}>
        {limits.map(({ key, label, unit, usual }) => (
          <LimitRow
            key={key}
            label={message(label)}
            unit={message(unit)}
            usual={usual}
            value={value[key]}
            onChange={(number) => change({ [key]: number })}
          />
        ))}
        <Mistake text={mistakes['what']} />
      </FormSection>
      <FormSection title={message('retention.when')}>
        <CheckRow
          label={message('retention.isOn')}
          description={message('retention.isOnHelp')}
          checked={value.isOn}
          onChange={(isOn) => change({ isOn })}
        />
      </FormSection>
    </>
  )
}

interface Limit {
  key: 'olderThanDays' | 'unusedDays' | 'keepVersions'
  label: MessageId
  unit: MessageId
  usual: number
}

const limits: Limit[] = [
  { key: 'olderThanDays', label: 'retention.older', unit: 'retention.olderDays', usual: 90 },
  { key: 'unusedDays', label: 'retention.unused', unit: 'retention.unusedDays', usual: 90 },
  { key: 'keepVersions', label: 'retention.versions', unit: 'retention.versionsKept', usual: 10 },
]
