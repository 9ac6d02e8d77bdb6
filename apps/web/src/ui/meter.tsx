import styles from './charts.module.css'

/** A share as a short line; decoration beside a number. */
export function Meter({ value, top }: { value: number; top: number }) {
  const share = top > 0 ? Math.max(value / top, value > 0 ? 0.03 : 0) : 0
  return (
    <span className={styles['meter']} aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </span>
  )
}
