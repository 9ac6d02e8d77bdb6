import { Modal } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { message } from '../lib/messages.ts'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  onClose: () => void
  /** Some questions have to be answered. */
  canClose?: boolean
  width?: 420 | 640
  children: ReactNode
}

/** Focus stays inside and returns to the opener; Escape closes. Render it only while it is open. */
export function Dialog({ title, onClose, canClose = true, width = 420, children }: DialogProps) {
  useScrollLock()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={`${width / 16}rem`}
      centered
      // The kit would lock scrolling by writing a style element, which the security policy forbids.
      lockScroll={false}
      withCloseButton={canClose}
      closeOnEscape={canClose}
      closeOnClickOutside={canClose}
      closeButtonProps={{ 'aria-label': message('shared.close') }}
      transitionProps={{ duration: 0 }}
      classNames={{
        overlay: styles['overlay'] ?? '',
        inner: styles['inner'] ?? '',
        content: styles['content'] ?? '',
        header: styles['header'] ?? '',
        title: styles['title'] ?? '',
        close: styles['close'] ?? '',
        body: styles['body'] ?? '',
      }}
    >
      {children}
    </Modal>
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>
}

function useScrollLock() {
  useEffect(() => {
    document.documentElement.dataset['locked'] = 'true'
    return () => {
      delete document.documentElement.dataset['locked']
    }
  }, [])
}
