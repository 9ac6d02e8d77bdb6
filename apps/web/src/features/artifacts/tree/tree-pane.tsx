// The tree of everything: windowed, so that a folder with a hundred thousand files costs what fits the screen. It is one stop
// for Tab; the line one is at is named to assistive technology, because lines out of sight do not exist.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { scaled, useIsNarrow } from '../../../lib/media.ts'
import { message } from '../../../lib/messages.ts'
import { idOf, type Spot } from '../address.ts'
import { pressKey, type TreeActions } from './tree-keys.ts'
import { TreeRow } from './tree-row.tsx'
import type { Row } from './tree-rows.ts'
import styles from './tree.module.css'

interface TreePaneProps {
  rows: Row[]
  current: Spot | undefined
  selected: ReadonlySet<string>
  actions: TreeActions
}

/** A finger needs more room than a pointer. */
const rowHeight = { pointer: 28, finger: 44 }

export function TreePane({ rows, current, selected, actions }: TreePaneProps) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const [activeId, setActiveId] = useState<string | undefined>(undefined)
  const currentId = current === undefined ? undefined : idOf(current)
  const indexOf = (wanted: string | undefined) => rows.findIndex((row) => row.id === wanted)
  const active = Math.max(0, [activeId, currentId].map(indexOf).find((index) => index >= 0) ?? 0)
  const isPage = useIsNarrow()
  const height = scaled(isPage ? rowHeight.finger : rowHeight.pointer)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
    // The line one is at is always there: it is named by its id.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), active])].toSorted((a, b) => a - b),
  })
  useScrollToCurrent(rows, currentId, virtual.scrollToIndex)
  const go = (index: number) => {
    const row = rows[index]
    if (row === undefined) return
    setActiveId(row.id)
    virtual.scrollToIndex(index)
  }
  const press = (event: KeyboardEvent) => {
    if (pressKey(event, { rows, active, go, typed: typed.current, selected }, actions)) event.preventDefault()
  }
  return (
    <div ref={scroller} className={styles['scroller']}>
      <div
        role="tree"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a tree is a widget; it has the focus for its lines
        tabIndex={0}
        aria-label={message('artifacts.tree')}
        aria-multiselectable="true"
        aria-activedescendant={rows.length === 0 ? undefined : `${id}-${active}`}
        className={styles['tree']}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={press}
      >
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <TreeRow
              key={key}
              id={`${id}-${index}`}
              row={row}
              top={start}
              height={height}
              isActive={index === active}
              isCurrent={row.kind === 'node' && idOf(row.spot) === currentId}
              isSelected={selected.has(row.id)}
              isPage={isPage}
              actions={actions}
              onPoint={() => setActiveId(row.id)}
            />
          )
        })}
      </div>
    </div>
  )
}

/** When another place is opened, and once it has come into the tree; not each time the tree changes. */
function useScrollToCurrent(
  rows: Row[],
  currentId: string | undefined,
  scrollTo: (index: number, options: { align: 'auto' }) => void,
) {
  const shown = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (currentId === undefined || shown.current === currentId) return
    const index = rows.findIndex((row) => row.id === currentId)
    if (index < 0) return
    shown.current = currentId
    scrollTo(index, { align: 'auto' })
  }, [rows, currentId, scrollTo])
}
