import { Suspense } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import type { SheetProps } from './frames/sheet-frame.tsx'

const SheetFrame = lazyPart(() => import('./frames/sheet-frame.tsx'), 'SheetFrame')

/** A panel from an edge of the window. Focus stays inside and returns to the opener; Escape closes. */
export function Sheet(props: SheetProps) {
  return (
    <Suspense fallback={null}>
      <SheetFrame {...props} />
    </Suspense>
  )
}
