import type { RepositoryConfiguration } from '@bindery/contracts'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { isSame } from '../../lib/draft.ts'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { CheckRow } from '../../ui/check-row.tsx'
import { Chip } from '../../ui/chip.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import advanced from './advanced-section.module.css'
import { type AdvancedSetting, advancedSettings } from './advanced-settings.ts'
import type { ListedKind } from './kinds.ts'
import type { SectionProps } from './section-props.ts'

interface AdvancedSectionProps extends SectionProps {
  kind: ListedKind
  defaults: RepositoryConfiguration
}

export function AdvancedSection({ draft: { config }, set, mistakes, kind, defaults }: AdvancedSectionProps) {
  const own = advancedSettings[kind].filter(({ name }) => name in defaults)
  const changed = own.filter(({ name }) => !isSame(config[name], defaults[name]))
  const [isOpen, setOpen] = useState(changed.length > 0)
  // Those that were changed when somebody asked for them: what is set back meanwhile stays under the pointer.
  const [only, setOnly] = useState<AdvancedSetting[] | undefined>(undefined)
  const toggle = () => {
    setOnly(only === undefined ? changed : undefined)
    setOpen(true)
  }
  return (
    <FormSection
      title={message('repository.advanced')}
      aside={
        <>
          {changed.length === 0 ? null : (
            <Tag>{message('repository.changed', { count: changed.length })}</Tag>
          )}
          {changed.length === 0 && only === undefined ? null : (
            <Chip isSelected={only !== undefined} onSelect={toggle}>
              {message('repository.onlyChanged')}
            </Chip>
          )}
        </>
      }
    >
      <details
        className={advanced['details']}
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>{message('repository.showAdvanced')}</summary>
        <div className={styles['section']}>
          {(only ?? own).map((setting) => (
            <Control
              key={setting.name}
              setting={setting}
              value={config[setting.name]}
              error={mistakes[setting.name]}
              set={set}
            />
          ))}
        </div>
      </details>
    </FormSection>
  )
}

interface ControlProps {
  setting: AdvancedSetting
  value: unknown
  error: string | undefined
  set: SectionProps['set']
}

function Control({ setting, value, error, set }: ControlProps) {
  const { name, label, text, unit } = setting
  const description = text === undefined ? {} : { description: message(text) }
  if (typeof value === 'string')
    return (
      <TextArea
        name={name}
        label={message(label)}
        {...description}
        rows={4}
        spellCheck={false}
        error={error}
        value={value}
        onChange={(event) => set({ [name]: event.currentTarget.value })}
      />
    )
  if (typeof value === 'number')
    return (
      <NumberField
        name={name}
        label={message(label)}
        value={value}
        {...(unit === undefined ? {} : { unit: message(unit) })}
        onChange={(next) => set({ [name]: next })}
      />
    )
  return (
    <CheckRow
      name={name}
      label={message(label)}
      {...description}
      checked={value === true}
      onChange={(next) => set({ [name]: next })}
    />
  )
}
