import { Suspense, useEffect } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import { useLeaveGuard } from '../lib/leave-guard.ts'
import { message } from '../lib/messages.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { Button, ChangeButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './unsaved-bar.module.css'

const loadLeaveDialog = () => import('./leave-dialog.tsx')
const LeaveDialog = lazyPart(loadLeaveDialog, 'LeaveDialog')

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
  // Fetched as soon as there is something to lose: it must be there when the server is not.
  useEffect(() => {
    if (isDirty) loadLeaveDialog().catch(() => undefined)
  }, [isDirty])
  if (guard.status !== 'blocked') return null
  return (
    <Suspense fallback={null}>
      <LeaveDialog onLeave={guard.proceed} onStay={guard.reset} />
    </Suspense>
  )
}
