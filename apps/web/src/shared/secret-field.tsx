import { message } from '../lib/messages.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { Tag } from '../ui/tag.tsx'
import styles from './secret-field.module.css'

interface SecretFieldProps {
  label: string
  isSet: boolean
  /** Undefined: it stays as it is. */
  value: string | undefined
  error?: string | undefined
  onChange: (value: string | undefined) => void
}

/** A secret that the server has is never shown: it is kept, or replaced by another. */
export function SecretField({ label, isSet, value, error, onChange }: SecretFieldProps) {
  if (value === undefined && isSet && error === undefined) {
    return (
      <div>
        <p className={styles['label']}>{label}</p>
        <div className={styles['line']}>
          <Tag look="ok">{message('shared.secretSet')}</Tag>
          <Button size={28} onClick={() => onChange('')}>
            {message('shared.replace')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className={styles['field']}>
      <PasswordField
        label={label}
        autoComplete="new-password"
        value={value ?? ''}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isSet ? (
        <Button size={28} look="plain" onClick={() => onChange(undefined)}>
          {message('shared.keepSecret')}
        </Button>
      ) : null}
    </div>
  )
}
