import { Combobox, useCombobox } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Icon, SearchIcon } from '../icons.ts'
import floating from '../floating.module.css'
import styles from '../pick-field.module.css'
import { TextField } from '../text-field.tsx'

export interface PickOption {
  value: string
  label: string
  hint?: string | undefined
  icon?: Icon
}

export interface PickFieldProps {
  label: string
  isLabelHidden?: boolean
  placeholder?: string
  description?: ReactNode
  error?: ReactNode
  /** What is typed; the caller looks for it. */
  query: string
  onQuery: (query: string) => void
  options: PickOption[]
  onPick: (value: string) => void
  /** Said when nothing fits. */
  empty: string
  autoFocus?: boolean
  disabled?: boolean
}

export function PickFrame(props: PickFieldProps) {
  const { label, isLabelHidden = false, query, onQuery, options, onPick, empty, ...rest } = props
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [isTouched, setTouched] = useState(false)
  const open = () => {
    setTouched(true)
    combobox.openDropdown()
  }
  return (
    <Combobox
      store={combobox}
      offset={4}
      transitionProps={{ duration: 0 }}
      zIndex="var(--layer-overlay)"
      classNames={{
        dropdown: `${floating['panel'] ?? ''} ${styles['panel'] ?? ''}`,
        option: floating['item'] ?? '',
        empty: styles['empty'] ?? '',
      }}
      onOptionSubmit={(value) => {
        onPick(value)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target>
        <TextField
          {...rest}
          {...(isLabelHidden ? { 'aria-label': label } : { label })}
          value={query}
          autoComplete="off"
          spellCheck={false}
          leftSection={<SearchIcon size="1rem" stroke={1.5} aria-hidden="true" />}
          className={styles['root'] ?? ''}
          onChange={(event) => {
            onQuery(event.currentTarget.value)
            open()
            combobox.selectFirstOption()
          }}
          onClick={open}
          onFocus={open}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      {isTouched ? (
        <Combobox.Dropdown>
          <Combobox.Options className={styles['options'] ?? ''}>
            {options.length === 0 ? <Combobox.Empty>{empty}</Combobox.Empty> : null}
            {options.map((option) => (
              <Combobox.Option key={option.value} value={option.value}>
                {option.icon === undefined ? null : (
                  <option.icon size="1rem" stroke={1.5} aria-hidden="true" />
                )}
                <span className={styles['text']}>{option.label}</span>
                {option.hint === undefined ? null : <span className={styles['hint']}>{option.hint}</span>}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      ) : null}
    </Combobox>
  )
}
