import type { PasswordRules } from '@bindery/contracts'
import { useDeferredValue } from 'react'
import { message } from '../../../lib/messages.ts'
import { OpenIcon, TickIcon } from '../../../ui/icons.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import type { FieldProps } from '../../../lib/use-fields.ts'
import styles from './new-password.module.css'
import { rulesFor, strengthOf, type NewPassword } from './password-rules.ts'

interface NewPasswordFieldsProps {
  field: (name: 'next' | 'again') => FieldProps
  values: NewPassword
  rules: PasswordRules
  label: string
  againLabel: string
  autoFocus?: boolean
}

/** A new password, twice, with the rules ticked off and its strength shown while it is typed. */
export function NewPasswordFields({
  field,
  values,
  rules,
  label,
  againLabel,
  autoFocus = false,
}: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...field('next')}
        label={label}
        autoComplete="new-password"
        autoFocus={autoFocus}
        aria-describedby="password-rules"
      />
      <PasswordField {...field('again')} label={againLabel} autoComplete="new-password" />
      <Strength rules={rules} password={values.next} />
      <RuleList rules={rules} values={values} />
    </>
  )
}

function Strength({ rules, password }: { rules: PasswordRules; password: string }) {
  const strength = strengthOf(rules, password)
  const text = useDeferredValue(message(strengthTexts[strength]))
  return (
    <div className={styles['strength']} data-strength={strength}>
      <span className={styles['bars']} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-on={step <= strength || undefined} />
        ))}
      </span>
      <span role="status">
        {message('account.strength')} {text}
      </span>
    </div>
  )
}

const strengthTexts = {
  0: 'account.strengthNone',
  1: 'account.strengthWeak',
  2: 'account.strengthFair',
  3: 'account.strengthGood',
  4: 'account.strengthStrong',
} as const

function RuleList({ rules, values }: { rules: PasswordRules; values: NewPassword }) {
  return (
    <div className={styles['rules']} id="password-rules">
      {message('account.rules')}
      <ul>
        {rulesFor(rules, values).map(({ text, isMet }) => (
          <li key={text} data-met={isMet || undefined}>
            {isMet ? (
              <TickIcon size="0.875rem" stroke={2.5} aria-hidden="true" />
            ) : (
              <OpenIcon size="0.875rem" stroke={1.5} aria-hidden="true" />
            )}
            {text}{' '}
            <span className="visually-hidden">{message(isMet ? 'account.ruleMet' : 'account.ruleOpen')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
