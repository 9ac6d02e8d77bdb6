import { cx } from './cx.ts'
import styles from './progress.module.css'

interface ProgressProps {
  label: string
  /** Of `max`; without it, nobody knows how far it is. */
  value?: number | undefined
  max?: number | undefined
  className?: string | undefined
}

/** How far something is. The browser's own bar keeps its own colours in both themes. */
export const Progress = ({ label, className, ...amount }: ProgressProps) => (
  <progress className={cx(styles['bar'], className)} aria-label={label} {...amount} />
)
