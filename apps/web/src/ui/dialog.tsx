import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import type { DialogProps } from './frames/dialog-frame.tsx'
import styles from './dialog.module.css'

// The kit's dialog is large, and most visits open none.
const DialogFrame = lazyPart(() => import('./frames/dialog-frame.tsx'), 'DialogFrame')

/** Focus stays inside and returns to the opener; Escape closes. Render it only while it is open. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense fallback={null}>
      <DialogFrame {...props} />
    </Suspense>
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>
}
