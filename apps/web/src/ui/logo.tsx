import styles from './logo.module.css'

/** The mark: three books on a shelf, the last one leaning. */
export function Logo({ size = 24 }: { size?: 24 | 32 }) {
  return (
    <svg className={styles['logo']} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect className={styles['tile']} width="32" height="32" rx="7" />
      <g className={styles['books']}>
        <rect x="8" y="8" width="4.5" height="16" rx="1.2" />
        <rect x="13.8" y="8" width="3.2" height="16" rx="1.1" opacity="0.55" />
        <path d="M18.3 9.3a1.2 1.2 0 0 1 .9-1.45l1.6-.36a1.2 1.2 0 0 1 1.44.9l3.06 13.4a1.2 1.2 0 0 1-.9 1.44l-1.6.37a1.2 1.2 0 0 1-1.45-.9z" />
      </g>
    </svg>
  )
}
