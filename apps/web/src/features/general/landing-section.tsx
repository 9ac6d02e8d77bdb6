import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import pageStyles from '../../shared/settings-page.module.css'
import { RadioList } from '../../ui/radio-list.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { PartProps } from './part.ts'

/** Where a visit begins. */
export function LandingSection({ value, mistakes, onChange }: PartProps) {
  const [isChoosing, setChoosing] = useState(false)
  const isFixed = isChoosing || value.homePage !== ''
  const choose = (kind: 'role' | 'page') => {
    setChoosing(kind === 'page')
    onChange({ homePage: kind === 'page' ? value.homePage || '/packages' : '' })
  }
  return (
    <FormSection id="landing" title={message('general.landing')}>
      <RadioList
        label={message('general.homePage')}
        options={[
          {
            value: 'role',
            label: message('general.byRole'),
            description: message('general.byRoleText'),
          },
          { value: 'page', label: message('general.onePage'), description: message('general.onePageText') },
        ]}
        value={isFixed ? 'page' : 'role'}
        onChange={choose}
      />
      {isFixed ? (
        <TextField
          name="homePage"
          label={message('general.path')}
          description={message('general.pathHelp')}
          className={pageStyles['wide'] ?? ''}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={value.homePage}
          error={mistakes['homePage']}
          onChange={(event) => onChange({ homePage: event.currentTarget.value.trim() })}
        />
      ) : null}
    </FormSection>
  )
}
