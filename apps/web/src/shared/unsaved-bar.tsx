import { message } from '../lib/messages.ts'
import { useLeaveGuard } from '../lib/leave-guard.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { Button, ChangeButton } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './unsaved-bar.module.css'

interface UnsavedBarProps {
  isDirty: boolean
  isSaving: boolean
  error?: Error | null
  onDiscard: () => void
  onSave: () => void
  /** What saving does, when the word alone does not say it. */
  saveLabel?: string
  /** For something new, which has nothing saved to go back to. */
  isAlwaysShown?: boolean
  /** For something new that can be made as it stands. */
  canSave?: boolean
}

/** Stays in sight while a form holds changes; guards the way out, too. */
export function UnsavedBar(props: UnsavedBarProps) {
  const { isDirty, isSaving, error, onDiscard, onSave, saveLabel, isAlwaysShown = false } = props
  const { canSave = isDirty } = props
  useShortcuts({ submit: () => (canSave ? onSave() : undefined) })
  return (
    <>
      <LeaveGuard isDirty={isDirty && !isSaving} />
      {isDirty || isAlwaysShown ? (
        <section className={styles['bar']} data-bottom-bar aria-label={message('shared.unsaved')}>
          {error === null || error === undefined ? null : (
            <Notice look="error" isUrgent>
              {error.message}
            </Notice>
          )}
          <div className={styles['line']}>
            <span className={styles['text']} role="status">
              {isDirty ? message('shared.unsaved') : null}
            </span>
            <Button size={36} disabled={!isDirty} onClick={onDiscard}>
              {message('shared.discard')}
            </Button>
            <ChangeButton size={36} look="filled" disabled={!canSave} isBusy={isSaving} onClick={onSave}>
              {saveLabel ?? message('shared.save')}
            </ChangeButton>
          </div>
        </section>
      ) : null}
    </>
  )
}

/** For pages that have their own Save button. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const guard = useLeaveGuard(isDirty)
  if (guard.status !== 'blocked') return null
  return (
    <Dialog title={message('shared.leaveTitle')} onClose={guard.reset}>
      <p>{message('shared.leaveText')}</p>
      <DialogActions>
        <Button size={36} look="danger" onClick={guard.proceed}>
          {message('shared.leave')}
        </Button>
        <Button size={36} look="filled" data-autofocus onClick={guard.reset}>
          {message('shared.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
