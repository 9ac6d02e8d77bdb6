// One field of a form, drawn from its description.
import type { ChangeEvent, ReactNode } from 'react'
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

function control(props: FieldProps): ReactNode {
  const { field } = props
  switch (field.type) {
    case 'text':
      return textField(field, props)
    case 'secret':
      return secretField(field, props)
    case 'area':
      return <TextArea {...areaOf(props)} {...textHolder(props)} rows={field.rows ?? 3} />
    case 'lines':
      return linesField(field, props)
    case 'certificates':
      return certificatesField(field, props)
    case 'number':
      return numberField(field, props)
    case 'check':
      return checkField(field, props)
    case 'choice':
      return selectField(choicesOf(field), props)
    default:
      return selectField(namesOf(field, props), props)
  }
}

type FieldOf<T extends Field['type']> = Extract<Field, { type: T }>

function textField({ isCode, placeholder }: FieldOf<'text'>, props: FieldProps) {
  return (
    <TextField
      {...headOf(props)}
      {...textHolder(props)}
      className={isCode === true ? (styles['code'] ?? '') : ''}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

function secretField({ flag }: FieldOf<'secret'>, props: FieldProps) {
  const isKept = props.values[flag] === true
  return (
    <PasswordField
      {...headOf(props)}
      {...textHolder(props)}
      autoComplete="new-password"
      placeholder={isKept ? '••••••••' : ''}
      description={isKept ? message('providers.secretKept') : undefined}
    />
  )
}

function linesField({ name, placeholder }: FieldOf<'lines'>, props: FieldProps) {
  const lines = textsOf(props.values[name])
  const set = (next: string[]) => props.change({ [name]: next })
  return (
    <TextArea
      {...areaOf(props)}
      value={lines.join('\n')}
      placeholder={placeholder}
      rows={3}
      onChange={(event) => set(event.currentTarget.value.split('\n'))}
      // While somebody types, an empty line is where the next word comes.
      onBlur={() => set(lines.map((line) => line.trim()).filter(Boolean))}
    />
  )
}

function certificatesField({ name }: FieldOf<'certificates'>, props: FieldProps) {
  return (
    <TextArea
      {...areaOf(props)}
      value={textsOf(props.values[name]).join('\n')}
      placeholder="-----BEGIN CERTIFICATE-----"
      rows={5}
      onChange={(event) => props.change({ [name]: splitCertificates(event.currentTarget.value) })}
    />
  )
}

function numberField({ name, min, max, unit }: FieldOf<'number'>, props: FieldProps) {
  const { label, description, error } = headOf(props)
  const value = props.values[name]
  return (
    <NumberField
      name={name}
      label={label}
      description={description}
      error={error}
      value={typeof value === 'number' ? value : min}
      min={min}
      max={max}
      unit={message(unit)}
      onChange={(next) => props.change({ [name]: next })}
    />
  )
}

function checkField({ name, whyFixed }: FieldOf<'check'>, props: FieldProps) {
  const { label, description, error } = headOf(props)
  const why = whyFixed?.(props.values)
  return (
    <CheckRow
      name={name}
      label={label}
      description={error ?? (why === undefined ? description : message(why))}
      checked={props.values[name] === true}
      disabled={why !== undefined}
      onChange={(next) => props.change({ [name]: next })}
    />
  )
}

function selectField(options: { value: string; label: string }[], { field, values, change }: FieldProps) {
  return (
    <SelectField
      label={message(field.label)}
      options={options}
      value={textOf(values[field.name])}
      onChange={(next) => change({ [field.name]: next })}
    />
  )
}

const choicesOf = ({ options }: FieldOf<'choice'>) =>
  options.map(({ value, label }) => ({ value, label: message(label) }))

const namesOf = ({ of }: FieldOf<'entry'>, { lists }: FieldProps) =>
  (lists[of] ?? []).map((entry) => textOf(entry['key'])).map((key) => ({ value: key, label: key }))

/** What every field says about itself. */
const headOf = ({ field, error, isFixed }: FieldProps) => ({
  name: field.name,
  label: message(field.label),
  description: field.help === undefined ? undefined : message(field.help, namePlace),
  error,
  required: field.isRequired === true,
  disabled: isFixed,
})

const areaOf = (props: FieldProps) => ({
  ...headOf(props),
  className: styles['code'] ?? '',
  spellCheck: false,
})

/** The value is the text as it is typed. */
const textHolder = ({ field: { name }, values, change }: FieldProps) => ({
  value: textOf(values[name]),
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    change({ [name]: event.currentTarget.value }),
})

/** Each with its first and last line; anything else is left as it is typed. */
function splitCertificates(text: string): string[] {
  const certificate = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g
  if (text.trim() === '') return []
  return text.replace(certificate, '').trim() === '' ? (text.match(certificate) ?? []) : [text]
}
