import type { CSSProperties } from 'react'
import { useLasting } from '../lib/delay.ts'
import { message } from '../lib/messages.ts'
import styles from './skeleton.module.css'

/** Rows with the real heights, for a first load that takes more than a second. */
export function SkeletonRows({ count = 12, height = 44 }: { count?: number; height?: number }) {
  return (
    <div className={styles['rows']} role="status" aria-label={message('shared.loading')}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles['row']} style={{ '--row': `${height / 16}rem` } as CSSProperties}>
          <span className={styles['tile']} />
          <span className={styles['line']} />
          <span className={styles['short']} />
          <span className={styles['short']} />
        </div>
      ))}
    </div>
  )
}

/** For code that is on its way: nothing at first, a block when it takes long. */
export function LateSkeletonBlock() {
  const isSlow = useLasting(true, 1000)
  return isSlow ? <SkeletonBlock /> : null
}

export const SkeletonBlock = () => (
  <div className={styles['block']} role="status" aria-label={message('shared.loading')} />
)
