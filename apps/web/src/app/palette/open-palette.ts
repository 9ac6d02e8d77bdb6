// Asking for the palette. Its code may still be on its way, and nobody waits for a field before typing: from here on keys are
// kept for it.
import { closeFrameDialog, frameDialog } from '../frame-dialogs.ts'

/** Keys do not stay kept for a palette that cannot come. */
const patience = 10_000

let typed = ''
let timer: ReturnType<typeof setTimeout> | undefined

export function openPalette() {
  if (frameDialog.get() === 'palette') return
  typed = ''
  timer = setTimeout(stopKeeping, patience)
  // Not by a component: the one that draws dialogs may have to come, too.
  window.addEventListener('keydown', keep, { capture: true })
  frameDialog.set('palette')
}

/** For the field, which takes over from here. */
export function takeTyped(): string {
  const taken = typed
  stopKeeping()
  return taken
}

function stopKeeping() {
  typed = ''
  clearTimeout(timer)
  window.removeEventListener('keydown', keep, { capture: true })
}

function keep(event: KeyboardEvent) {
  if (frameDialog.get() !== 'palette') return stopKeeping()
  if (event.key === 'Escape') {
    stopKeeping()
    closeFrameDialog()
  } else if (event.key === 'Backspace') typed = typed.slice(0, -1)
  else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) typed += event.key
  else return
  // Neither the field behind nor a shortcut is meant.
  event.preventDefault()
  event.stopPropagation()
}
