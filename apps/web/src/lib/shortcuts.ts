// Keyboard shortcuts. Single keys never fire while somebody types, and can be switched off (WCAG 2.1.4).
import { useEffect, useRef } from 'react'
import { createPreference } from './preferences.ts'
import { type ShortcutId, shortcutList } from './shortcut-list.ts'

/** By the names of shortcut-list.ts, which says the keys. */
type Shortcuts = { [K in ShortcutId]?: (event: KeyboardEvent) => void }

export const singleKeysOn = createPreference('singleKeys', true)

export function useShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    let before = ''
    let beforeAt = 0
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return
      const name = nameOf(event)
      if (!name.startsWith('Mod+') && (!singleKeysOn.get() || isTyping(event.target) || isInDialog())) return
      const sequence = event.timeStamp - beforeAt < 1200 ? `${before} ${name}` : name
      before = name
      beforeAt = event.timeStamp
      const run = handlerOf(latest.current, sequence) ?? handlerOf(latest.current, name)
      if (run === undefined) return
      event.preventDefault()
      run(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function handlerOf(shortcuts: Shortcuts, keys: string) {
  const id = idsByKeys.get(keys)
  return id === undefined ? undefined : shortcuts[id]
}

const ids = Object.keys(shortcutList) as ShortcutId[] // the keys of a literal
const idsByKeys = new Map(ids.map((id): [string, ShortcutId] => [shortcutList[id].keys, id]))

function nameOf(event: KeyboardEvent) {
  if (!event.metaKey && !event.ctrlKey) return event.key
  return `Mod+${event.shiftKey ? 'Shift+' : ''}${event.key.toLowerCase()}`
}

/** Whether keys mean something else there. */
export function isTyping(target: EventTarget | null) {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type)
  return target.isContentEditable || target.matches('textarea, select, [role="menuitem"]')
}

const isInDialog = () => document.querySelector('[role="dialog"], [role="menu"]') !== null
