import { useIsNarrow } from '../lib/media.ts'
import { KeyCap } from '../ui/tag.tsx'
import styles from './key-hints.module.css'

/** The keys that work in the list above. */
export function KeyHints({ hints }: { hints: { keys: string[]; text: string }[] }) {
  if (useIsNarrow()) return null
  return (
    <span className={styles['hints']}>
      {hints.map(({ keys, text }) => (
        <span key={text} className={styles['hint']}>
          {keys.map((key) => (
            <KeyCap key={key}>{key}</KeyCap>
          ))}
          {text}
        </span>
      ))}
    </span>
  )
}
