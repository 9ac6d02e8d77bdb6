import createPurifier from 'dompurify'
import { useCallback } from 'react'
import { message } from '../../../lib/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import type { DialogSettings } from '../login-state.ts'
import { markDismissed } from './dialog-marker.ts'
import styles from './login-dialog.module.css'

const allowed = {
  ALLOWED_TAGS: [
    'p',
    'br',
    'strong',
    'b',
    'em',
    'i',
    'u',
    'ul',
    'ol',
    'li',
    'a',
    'code',
    'hr',
    'h3',
    'h4',
    'blockquote',
  ],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  RETURN_DOM_FRAGMENT: true as const, // chooses the overload that returns elements
}

/** Terms and notices of the installation. The text was cleaned by the server, and is cleaned here once more. */
export function LoginDialog({ settings, onClose }: { settings: DialogSettings; onClose: () => void }) {
  // The dialog appears later than this component, so the text is put in when its place exists.
  const fill = useCallback(
    (place: HTMLDivElement | null) => place?.replaceChildren(safeFragment(settings.text)),
    [settings.text],
  )
  const close = () => {
    if (!settings.permanent) markDismissed()
    onClose()
  }
  return (
    <Dialog title={settings.title} onClose={close}>
      <div ref={fill} className={styles['text']} />
      <DialogActions>
        <Button look="filled" size={36} data-autofocus onClick={close}>
          {settings.buttonLabel === '' ? message('shared.close') : settings.buttonLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function safeFragment(html: string): DocumentFragment {
  const fragment = createPurifier(window).sanitize(html, allowed)
  for (const link of fragment.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  return fragment
}
