import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './top-dialog.module.css'

interface TopDialogProps {
  label: string
  onClose: () => void
  children: ReactNode
}

/** A dialog near the top that grows downwards, without a head of its own: its first line never moves. */
export function TopDialog({ label, onClose, children }: TopDialogProps) {
  return (
    // Locking by the kit would write a style element (see dialog.tsx).
    <Modal.Root opened onClose={onClose} lockScroll={false} transitionProps={{ duration: 0 }}>
      <Modal.Overlay className={styles['overlay']} />
      <Modal.Content
        aria-label={label}
        classNames={{ inner: styles['inner'] ?? '', content: styles['content'] ?? '' }}
      >
        <Modal.Body className={styles['body']}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
