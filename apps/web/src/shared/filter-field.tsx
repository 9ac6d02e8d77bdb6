import { useEffect, useRef, useState } from 'react'
import { SearchField } from '../ui/search-field.tsx'

const delay = 300

interface FilterFieldProps {
  label: string
  placeholder?: string
  shortcut?: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  className?: string | undefined
}

/** A filter that lives in the address and is asked for once the typing stops. */
export function FilterField({ label, placeholder, value = '', onChange, ...rest }: FilterFieldProps) {
  const [text, setText] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The address may change without this field: a link, Back, a button that clears all filters.
  useEffect(() => {
    if (document.activeElement !== field.current) setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(next.trim() === '' ? undefined : next.trim()), delay)
  }
  return (
    <SearchField
      ref={field}
      label={label}
      placeholder={placeholder ?? label}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      {...rest}
    />
  )
}
