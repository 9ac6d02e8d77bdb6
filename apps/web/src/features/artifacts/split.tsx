import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { createStoredStore, useStore } from '../../lib/store.ts'
import styles from './artifacts.module.css'

const [least, most, usual] = [240, 520, 320]
const kept = createStoredStore('bindery.treeWidth', usual)
const within = (width: number) => Math.min(most, Math.max(least, Math.round(width)))

/** Two panes and a line between them that can be dragged, or moved with the arrow keys. */
export function Split({ side, children }: { side: ReactNode; children: ReactNode }) {
  const saved = useStore(kept)
  const [dragged, setDragged] = useState<number | undefined>(undefined)
  const width = dragged ?? saved
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const start = event.currentTarget.parentElement?.getBoundingClientRect().left ?? 0
    setDragged(within(event.clientX - start))
  }
  const drop = () => {
    if (dragged !== undefined) kept.set(dragged)
    setDragged(undefined)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -16, ArrowRight: 16, Home: -most, End: most }[event.key]
    if (step === undefined) return
    event.preventDefault()
    kept.set(within(width + step))
  }
  return (
    // React's type has no custom properties.
    <div className={styles['split']} style={{ '--tree-width': `${width}px` } as CSSProperties}>
      <div className={styles['side']}>{side}</div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be moved is a widget */}
      <div
        role="separator"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={message('artifacts.treeWidth')}
        aria-valuenow={width}
        aria-valuemin={least}
        aria-valuemax={most}
        className={styles['divider']}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onPointerUp={drop}
        onDoubleClick={() => kept.set(usual)}
        onKeyDown={press}
      />
      <div className={styles['detail']}>{children}</div>
    </div>
  )
}
