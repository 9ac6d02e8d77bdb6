import { Suspense } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import { SearchIcon } from './icons.ts'
import type { PickFieldProps } from './frames/pick-frame.tsx'
import styles from './pick-field.module.css'
import { TextField } from './text-field.tsx'

const PickFrame = lazyPart(() => import('./frames/pick-frame.tsx'), 'PickFrame')

/** A text field that offers what fits; arrows and Enter choose. Its place is taken until its code has come. */
export function PickField(props: PickFieldProps) {
  const { label, isLabelHidden = false, placeholder, description } = props
  const waiting = (
    <TextField
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      {...(placeholder !== undefined && { placeholder })}
      {...(description !== undefined && { description })}
      leftSection={<SearchIcon size="1rem" stroke={1.5} aria-hidden="true" />}
      className={styles['root'] ?? ''}
      disabled
    />
  )
  return (
    <Suspense fallback={waiting}>
      <PickFrame {...props} />
    </Suspense>
  )
}
