import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { message } from '../lib/messages.ts'
import styles from './sheet.module.css'

/** A panel from the left edge of a small screen. */
export function Sheet({
  label,
  onClose,
  children,
}: {
  label: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Drawer
      opened
      onClose={onClose}
      title={label}
      // See dialog.tsx: locking by the kit would write a style element.
      lockScroll={false}
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
    </Drawer>
  )
}
