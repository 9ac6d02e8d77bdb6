import { Suspense } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import type { PopoverProps } from './frames/popover-frame.tsx'

const PopoverFrame = lazyPart(() => import('./frames/popover-frame.tsx'), 'PopoverFrame')

/** A panel under a button for things that are not a list of commands. The button is there before the panel's code is. */
export function Popover(props: PopoverProps) {
  return (
    <Suspense fallback={props.target}>
      <PopoverFrame {...props} />
    </Suspense>
  )
}
