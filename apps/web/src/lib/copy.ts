import { message } from './messages.ts'
import { notify } from './notices.ts'

/** Copies a text and says so. Without the clipboard (plain HTTP) the selection takes its place. */
export async function copyText(text: string): Promise<boolean> {
  const copied = await writeClipboard(text)
  notify(copied ? 'success' : 'error', message(copied ? 'shared.copied' : 'shared.copyFailed'))
  return copied
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

// Installations are often reached by http://host:8082, where browsers withhold the clipboard API.
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'visually-hidden'
  const before = document.activeElement
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}
