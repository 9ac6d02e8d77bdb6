import styles from './environments.module.css'

const others = ['warn', 'accent', 'error', 'neutral'] as const

/** A colour to find it again by; the name beside it says what it is. */
export function EnvironmentDot({ name }: { name: string }) {
  return <span className={styles['dot']} data-look={lookOf(name)} aria-hidden="true" />
}

function lookOf(name: string): string {
  if (name === 'DEV') return 'info'
  if (name === 'PROD') return 'ok'
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return others[sum % others.length] ?? 'neutral'
}
