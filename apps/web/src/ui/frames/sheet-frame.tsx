import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { message } from '../../lib/messages.ts'
import styles from '../sheet.module.css'

export interface SheetProps {
  label: string
  onClose: () => void
  /** The menu of a small screen comes from the start of the line; panels beside a page from its end. */
  side?: 'start' | 'end'
  children: ReactNode
}

export function SheetFrame({ label, onClose, side = 'start', children }: SheetProps) {
  return (
    <Drawer
      opened
      onClose={onClose}
      title={label}
      // See dialog-frame.tsx: locking by the kit would write a style element.
      lockScroll={false}
      closeButtonProps={{ 'aria-label': message('shared.close') }}
      transitionProps={{ duration: 0 }}
      classNames={{
        overlay: styles['overlay'] ?? '',
        inner: styles['inner'] ?? '',
        content: `${styles['content'] ?? ''} ${side === 'end' ? (styles['end'] ?? '') : ''}`,
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
