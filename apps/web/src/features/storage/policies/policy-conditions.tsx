import { message, type MessageId } from '../../../lib/messages.ts'
import { FormSection } from '../../../shared/form-section.tsx'
import { PatternList } from '../../../shared/pattern-list.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { LimitRow } from '../retention/limit-row.tsx'
import { Mistake } from '../retention/mistake.tsx'
import type { PolicyPartProps } from './policy-form.tsx'

/** What must be true of what goes. Times and a number of versions exclude each other. */
export function PolicyConditions({ draft: { value, change }, mistakes }: PolicyPartProps) {
  const hasTime = value.created !== null || value.unused !== null
  const isOthers = { versions: hasTime, time: value.keepVersions !== null }
  const units = value.unit === 'days' ? byDays : byMonths
  return (
    <FormSection title={message('retention.what')} text={message('retention.whatText')}>
      {isOthers.time ? null : (
        <>
          <LimitRow
            label={message('retention.older')}
            unit={message(units.created)}
            usual={90}
            value={value.created}
            onChange={(created) => change({ created })}
          />
          <LimitRow
            label={message('retention.unused')}
            unit={message(units.unused)}
            usual={90}
            value={value.unused}
            onChange={(unused) => change({ unused })}
          />
        </>
      )}
      {hasTime ? (
        <SelectField
          label={message('policies.unit')}
          options={[
            { value: 'days', label: message('policies.days') },
            { value: 'months', label: message('policies.months') },
          ]}
          value={value.unit}
          onChange={(unit) => change({ unit: unit === 'months' ? 'months' : 'days' })}
        />
      ) : null}
      {isOthers.versions ? null : (
        <LimitRow
          label={message('policies.versions')}
          unit={message('retention.versionsKept')}
          usual={10}
          value={value.keepVersions}
          onChange={(keepVersions) => change({ keepVersions })}
        />
      )}
      <Mistake text={mistakes['what']} />
      <PatternList
        label={message('policies.includedProperties')}
        description={message('policies.propertiesHelp')}
        values={value.includedProperties}
        onChange={(includedProperties) => change({ includedProperties })}
      />
      <PatternList
        label={message('policies.excludedProperties')}
        description={message('policies.propertiesHelp')}
        values={value.excludedProperties}
        onChange={(excludedProperties) => change({ excludedProperties })}
      />
      <Mistake text={mistakes['properties']} />
    </FormSection>
  )
}

const byDays: Record<'created' | 'unused', MessageId> = {
  created: 'retention.olderDays',
  unused: 'retention.unusedDays',
}
const byMonths: Record<'created' | 'unused', MessageId> = {
  created: 'policies.createdMonths',
  unused: 'policies.downloadedMonths',
}
