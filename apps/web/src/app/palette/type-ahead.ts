// What is typed between asking for the palette and its code being there: nobody waits for a field before typing.
import { useEffect } from 'react'

let typed = ''

export const typedAhead = () => typed

export function forgetTyped() {
  typed = ''
}

/** In the place of the palette while its code comes. */
export function TypeAhead({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
      else if (event.key === 'Backspace') typed = typed.slice(0, -1)
      else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) typed += event.key
      else return
      // Neither the field behind nor a shortcut is meant.
      event.preventDefault()
      event.stopPropagation()
    }
    forgetTyped()
    window.addEventListener('keydown', keep, { capture: true })
    return () => window.removeEventListener('keydown', keep, { capture: true })
  }, [onClose])
  return null
}
