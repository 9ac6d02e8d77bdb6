import type { RepositoryType } from '@bindery/contracts'
import styles from './type-step.module.css'

/** The mark of a package type, or its first letters. */
export const TypeTile = ({ type }: { type: RepositoryType }) => (
  <span className={styles['tile']} aria-hidden="true">
    {type.icon === '' ? (
      type.label.slice(0, 2)
    ) : (
      <svg viewBox="0 0 24 24" width="18" height="18">
        <path d={type.icon} fill="currentColor" />
      </svg>
    )}
  </span>
)
