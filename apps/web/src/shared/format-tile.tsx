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

/** A package type without a mark shows its first letters. */
export function FormatMark({ format }: { format: string }) {
  const info = useFormat(format)
  if (info === undefined)
    return (
      <span className={styles['letters']} aria-hidden="true">
        {format.slice(0, 2)}
      </span>
    )
  return (
    <svg className={styles['mark']} viewBox="0 0 24 24" aria-hidden="true">
      <path d={info.icon} />
    </svg>
  )
}
