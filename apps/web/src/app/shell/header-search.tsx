import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef } from 'react'
import { message } from '../../lib/messages.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { SearchField } from '../../ui/search-field.tsx'
import styles from './shell.module.css'

/** Finds packages from everywhere; the result is the packages list with this name as its filter. */
export function HeaderSearch({ isFocused = false, onDone }: { isFocused?: boolean; onDone?: () => void }) {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  useShortcuts({ 'Mod+k': () => field.current?.select() })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = field.current?.value.trim() ?? ''
    if (field.current !== null) field.current.value = ''
    field.current?.blur()
    onDone?.()
    void navigate({ to: '/packages', search: name === '' ? {} : { name } })
  }
  return (
    <form className={styles['search']} role="search" aria-label={message('shell.search')} onSubmit={submit}>
      <SearchField
        ref={field}
        look="header"
        label={message('shell.search')}
        placeholder={message('shell.searchPlaceholder')}
        shortcut={isApple ? '⌘K' : 'Ctrl K'}
        // On small screens the field appears because somebody asked for it.
        autoFocus={isFocused}
      />
    </form>
  )
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)
