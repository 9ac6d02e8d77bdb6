import styles from './middle-cut.module.css'

/** As much of its end as stays in sight; file names differ there, and so do digests. */
const tail = 14

/**
 * One line of a path, an address or a digest that loses its middle where it does not fit, because both ends identify it.
 * The whole text stays in the page: for a screen reader, for copying by hand, and as a tooltip.
 */
export function MiddleCut({ text }: { text: string }) {
  const at = Math.max(Math.ceil(text.length / 2), text.length - tail)
  return (
    <span className={styles['cut']} title={text}>
      <span className={styles['head']}>{text.slice(0, at)}</span>
      <span className={styles['tail']}>{text.slice(at)}</span>
    </span>
  )
}
