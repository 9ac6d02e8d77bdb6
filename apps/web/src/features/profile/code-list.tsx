import { message } from '../../lib/messages.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './profile.module.css'

/** Codes for the day when the phone is lost; shown this once. */
export function CodeList({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog title={message('profile.codesTitle')} onClose={onClose}>
      <div className={styles['form']}>
        <Notice look="warn">{message('shared.shownOnce')}</Notice>
        <ul className={styles['codes']}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <DialogActions>
          <CopyButton text={`${codes.join('\n')}\n`} what={message('profile.codesTitle')} hasText />
          <Button look="filled" size={36} onClick={onClose}>
            {message('profile.done')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
