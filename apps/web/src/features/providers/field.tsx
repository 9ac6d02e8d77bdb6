// One field of a form, drawn from its description.
import type { ReactNode } from 'react'
import { message } from '../../lib/messages.ts'
import { CheckRow } from '../../ui/check-row.tsx'
import { cx } from '../../ui/cx.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type Field, type Lists, textOf, textsOf, type Values } from './kind.ts'
import styles from './providers.module.css'

/** The place of the user name in patterns, which is written like an argument of a text. */
const namePlace = { 0: '{0}' }

interface FieldProps {
  field: Field
  values: Values
  lists: Lists
  error: string | undefined
  /** A name stays once it is given: addresses and memberships hang on it. */
  isFixed: boolean
  change: (change: Values) => void
}

export function FieldView(props: FieldProps) {
  const { field } = props
  const isBig = field.type === 'area' || field.type === 'certificates' || field.isWide === true
  return (
    <div className={cx(styles['field'], (isBig || field.type === 'check') && styles['wide'])}>
      {control(props)}
    </div>
  )
}

function control({ field, values, lists, error, isFixed, change }: FieldProps): ReactNode {
  const value = values[field.name]
  const set = (next: unknown) => change({ [field.name]: next })
  const shared = {
    name: field.name,
    label: message(field.label),
    description: field.help === undefined ? undefined : message(field.help, namePlace),
    error,
    required: field.isRequired === true,
    disabled: isFixed,
  }
  switch (field.type) {
    case 'text':
      return (
        <TextField
          {...shared}
          className={field.isCode === true ? (styles['code'] ?? '') : ''}
          value={textOf(value)}
          placeholder={field.placeholder}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )
    case 'secret':
      return (
        <PasswordField
          {...shared}
          value={textOf(value)}
          autoComplete="new-password"
          placeholder={values[field.flag] === true ? '••••••••' : ''}
          description={values[field.flag] === true ? message('providers.secretKept') : undefined}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )
    case 'area':
      return (
        <TextArea
          {...shared}
          className={styles['code'] ?? ''}
          value={textOf(value)}
          rows={field.rows ?? 3}
          spellCheck={false}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )
    case 'lines':
      return (
        <TextArea
          {...shared}
          className={styles['code'] ?? ''}
          value={textsOf(value).join('\n')}
          placeholder={field.placeholder}
          rows={3}
          spellCheck={false}
          onChange={(event) => set(event.currentTarget.value.split('\n'))}
          // While somebody types, an empty line is where the next word comes.
          onBlur={() =>
            set(
              textsOf(value)
                .map((line) => line.trim())
                .filter(Boolean),
            )
          }
        />
      )
    case 'certificates':
      return (
        <TextArea
          {...shared}
          className={styles['code'] ?? ''}
          value={textsOf(value).join('\n')}
          placeholder="-----BEGIN CERTIFICATE-----"
          rows={5}
          spellCheck={false}
          onChange={(event) => set(splitCertificates(event.currentTarget.value))}
        />
      )
    case 'number':
      return (
        <NumberField
          name={field.name}
          label={shared.label}
          description={shared.description}
          error={error}
          value={typeof value === 'number' ? value : field.min}
          min={field.min}
          max={field.max}
          unit={message(field.unit)}
          onChange={set}
        />
      )
    case 'check': {
      const why = field.whyFixed?.(values)
      return (
        <CheckRow
          name={field.name}
          label={shared.label}
          description={error ?? (why === undefined ? shared.description : message(why))}
          checked={value === true}
          disabled={why !== undefined}
          onChange={set}
        />
      )
    }
    case 'choice':
      return (
        <SelectField
          label={shared.label}
          options={field.options.map((option) => ({ value: option.value, label: message(option.label) }))}
          value={textOf(value)}
          onChange={set}
        />
      )
    default:
      return (
        <SelectField
          label={shared.label}
          options={(lists[field.of] ?? [])
            .map((entry) => textOf(entry['key']))
            .map((key) => ({ value: key, label: key }))}
          value={textOf(value)}
          onChange={set}
        />
      )
  }
}

/** Each with its first and last line; anything else is left as it is typed. */
function splitCertificates(text: string): string[] {
  const certificate = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g
  if (text.trim() === '') return []
  return text.replace(certificate, '').trim() === '' ? (text.match(certificate) ?? []) : [text]
}
