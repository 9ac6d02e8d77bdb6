import { Modal } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { message } from '../../lib/messages.ts'
import styles from '../dialog.module.css'

export interface DialogProps {
  title: string
  onClose: () => void
  /** Some questions have to be answered. */
  canClose?: boolean
  width?: 420 | 640
  children: ReactNode
}

export function DialogFrame({ title, onClose, canClose = true, width = 420, children }: DialogProps) {
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

function useScrollLock() {
  useEffect(() => {
    document.documentElement.dataset['locked'] = 'true'
    return () => {
      delete document.documentElement.dataset['locked']
    }
  }, [])
}
