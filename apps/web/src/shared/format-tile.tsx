import { cx } from '../ui/cx.ts'
import styles from './format-tile.module.css'
import { useFormat } from './formats.ts'

/** The mark of a package format, in one colour, on a tile. */
export function FormatTile({ format, size = 24 }: { format: string; size?: 24 | 32 | 44 }) {
  return (
    <span className={cx(styles['tile'], styles[`size${size}`])}>
      <FormatMark format={format} />
    </span>
  )
}

export function FormatMark({ format }: { format: string }) {
  const info = useFormat(format)
  return (
    <svg className={styles['mark']} viewBox="0 0 24 24" aria-hidden="true">
      <path d={info?.icon ?? ''} />
    </svg>
  )
}
