import { message, type MessageId } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { CheckRow } from '../../ui/check-row.tsx'
import { LimitedNumber } from './limited-number.tsx'
import { passwordMarks, type SectionProps } from './rules-draft.ts'

const labels: Record<(typeof passwordMarks)[number], MessageId> = {
  needsUpperCase: 'security.needsUpperCase',
  needsLowerCase: 'security.needsLowerCase',
  needsDigit: 'security.needsDigit',
  needsSpecial: 'security.needsSpecial',
}

export function PasswordSection({ rules, onChange, wrong }: SectionProps) {
  const { password } = rules
  const change = (part: Partial<typeof password>) => onChange({ password: { ...password, ...part } })
  return (
    <FormSection
      id="passwords"
      title={message('security.passwords')}
      text={message('security.passwordsText')}
    >
      <div className={styles['pair']}>
        <LimitedNumber
          name="minLength"
          label={message('security.minLength')}
          unit={message('security.characters')}
          wrong={wrong}
          value={password.minLength}
          onChange={(minLength) => change({ minLength })}
        />
        <LimitedNumber
          name="expiresAfterDays"
          label={message('security.expiresAfter')}
          description={message('security.zeroNever')}
          unit={message('security.days')}
          wrong={wrong}
          value={password.expiresAfterDays}
          onChange={(expiresAfterDays) => change({ expiresAfterDays })}
        />
      </div>
      <div className={styles['checks']}>
        {passwordMarks.map((mark) => (
          <CheckRow
            key={mark}
            label={message(labels[mark])}
            checked={password[mark]}
            onChange={(isOn) => change({ [mark]: isOn })}
          />
        ))}
        <CheckRow
          label={message('security.forgotPassword')}
          description={message('security.forgotPasswordText')}
          checked={rules.forgotPassword}
          onChange={(forgotPassword) => onChange({ forgotPassword })}
        />
        <CheckRow
          label={message('security.autocomplete')}
          description={message('security.autocompleteText')}
          checked={rules.passwordAutocompleteEnabled}
          onChange={(passwordAutocompleteEnabled) => onChange({ passwordAutocompleteEnabled })}
        />
      </div>
    </FormSection>
  )
}
