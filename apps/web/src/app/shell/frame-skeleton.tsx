import styles from './shell.module.css'

/** The frame before anything is known: never a blank page. */
export function FrameSkeleton() {
  return (
    <div className={styles['shell']} aria-busy="true">
      <div className={styles['header']} />
      <div className={styles['sidebar']} />
      <div className={styles['main']} />
    </div>
  )
}
