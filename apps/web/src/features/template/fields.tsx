import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { CheckRow } from '../../ui/check-row.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { PickField } from '../../ui/pick-field.tsx'
import { RadioList } from '../../ui/radio-list.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Sample } from './sample.tsx'
import { pickable } from './sample-data.ts'
import styles from './template.module.css'

export function Fields() {
  return (
    <>
      <Sample of="text-field">
        <TextField
          className={styles['field']}
          label={message('template.name')}
          description={message('template.help')}
          defaultValue="npm-local"
          required
        />
        <TextField
          className={styles['field']}
          label={message('template.name')}
          error={message('spec.mandatory')}
        />
        <TextField className={styles['field']} label={message('template.disabled')} disabled />
      </Sample>
      <Sample of="password-field">
        <PasswordField
          className={styles['field']}
          label={message('template.password')}
          autoComplete="new-password"
        />
      </Sample>
      <Sample of="text-area">
        <TextArea className={styles['field']} label={message('template.notes')} rows={3} />
      </Sample>
      <Sample of="search-field">
        <SearchField
          label={message('template.search')}
          placeholder={message('template.search')}
          shortcut="/"
        />
      </Sample>
      <Values />
      <Ticks />
    </>
  )
}

function Values() {
  const [number, setNumber] = useState(30)
  const [type, setType] = useState('npm')
  const [query, setQuery] = useState('')
  const [code, setCode] = useState('42')
  const fitting = pickable.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))
  return (
    <>
      <Sample of="number-field">
        <NumberField
          label={message('template.period')}
          unit={message('template.days')}
          value={number}
          onChange={setNumber}
        />
      </Sample>
      <Sample of="select-field">
        <div className={styles['field']}>
          <SelectField label={message('template.types')} options={pickable} value={type} onChange={setType} />
        </div>
      </Sample>
      <Sample of="pick-field">
        <div className={styles['field']}>
          <PickField
            label={message('template.pick')}
            empty={message('template.nothingFits')}
            query={query}
            onQuery={setQuery}
            options={fitting}
            onPick={setQuery}
          />
        </div>
      </Sample>
      <Sample of="code-field">
        <CodeField
          label={message('template.code')}
          name="template-code"
          length={6}
          accepts="digits"
          autoComplete="off"
          autoFocus={false}
          value={code}
          onChange={setCode}
        />
      </Sample>
    </>
  )
}

function Ticks() {
  const [isOn, setOn] = useState(true)
  const [type, setType] = useState('npm')
  const described = pickable.map((option) => ({ ...option, description: message('template.help') }))
  return (
    <>
      <Sample of="checkbox">
        <Checkbox label={message('template.tick')} defaultChecked />
        <Checkbox label={message('template.disabled')} disabled />
      </Sample>
      <Sample of="check-row">
        <CheckRow
          label={message('template.tick')}
          description={message('template.help')}
          checked={isOn}
          onChange={setOn}
        />
      </Sample>
      <Sample of="radio-list">
        <RadioList label={message('template.types')} options={described} value={type} onChange={setType} />
      </Sample>
    </>
  )
}
