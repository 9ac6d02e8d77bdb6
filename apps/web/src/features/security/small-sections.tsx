import type { TokenSettings } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { GroupPicker } from '../../shared/access/group-picker.tsx'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { CheckRow } from '../../ui/check-row.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { LimitedNumber } from './limited-number.tsx'
import { day, daysOf, type SectionProps } from './rules-draft.ts'

export function SessionSection({ rules, onChange, wrong }: SectionProps) {
  const { session } = rules
  const change = (part: Partial<typeof session>) => onChange({ session: { ...session, ...part } })
  return (
    <FormSection id="sessions" title={message('security.sessions')} text={message('security.sessionsText')}>
      <div className={styles['pair']}>
        <LimitedNumber
          name="idleMinutes"
          label={message('security.idle')}
          unit={message('security.minutes')}
          wrong={wrong}
          value={session.idleMinutes}
          onChange={(idleMinutes) => change({ idleMinutes })}
        />
        <LimitedNumber
          name="hours"
          label={message('security.sessionLength')}
          unit={message('security.hours')}
          wrong={wrong}
          value={session.hours}
          onChange={(hours) => change({ hours })}
        />
        <LimitedNumber
          name="rememberMeDays"
          label={message('security.rememberMe')}
          description={message('security.rememberMeText')}
          unit={message('security.days')}
          wrong={wrong}
          value={session.rememberMeDays}
          onChange={(rememberMeDays) => change({ rememberMeDays })}
        />
      </div>
    </FormSection>
  )
}

export function RegistrationSection({ rules, onChange }: SectionProps) {
  const { registration } = rules
  return (
    <FormSection id="registration" title={message('security.registration')}>
      <CheckRow
        label={message('security.registrationEnabled')}
        description={message('security.registrationText')}
        checked={registration.isEnabled}
        onChange={(isEnabled) => onChange({ registration: { ...registration, isEnabled } })}
      />
      {registration.isEnabled ? (
        <GroupPicker
          label={message('security.registrationGroups')}
          values={registration.groups}
          onChange={(groups) => onChange({ registration: { ...registration, groups } })}
        />
      ) : null}
    </FormSection>
  )
}

interface TokenSectionProps {
  tokens: TokenSettings
  onChange: (part: Partial<TokenSettings>) => void
}

export function TokenSection({ tokens, onChange }: TokenSectionProps) {
  return (
    <FormSection id="tokens" title={message('security.tokens')} text={message('security.tokensText')}>
      <div className={styles['pair']}>
        <NumberField
          label={message('security.defaultLife')}
          description={message('security.zeroNever')}
          unit={message('security.days')}
          max={3650}
          value={daysOf(tokens.defaultLife)}
          onChange={(days) => onChange({ defaultLife: days * day })}
        />
        <NumberField
          label={message('security.longestLife')}
          description={message('security.zeroNoLimit')}
          unit={message('security.days')}
          max={3650}
          value={daysOf(tokens.longestLife)}
          onChange={(days) => onChange({ longestLife: days * day })}
        />
        <NumberField
          label={message('security.warnDays')}
          description={message('security.zeroOff')}
          unit={message('security.days')}
          max={365}
          value={tokens.warnDays}
          onChange={(warnDays) => onChange({ warnDays })}
        />
      </div>
    </FormSection>
  )
}

export function AuditSection({ rules, onChange, wrong }: SectionProps) {
  return (
    <FormSection id="audit" title={message('security.audit')}>
      <LimitedNumber
        name="auditRetentionDays"
        label={message('security.auditRetention')}
        unit={message('security.days')}
        wrong={wrong}
        value={rules.auditRetentionDays}
        onChange={(auditRetentionDays) => onChange({ auditRetentionDays })}
      />
    </FormSection>
  )
}
