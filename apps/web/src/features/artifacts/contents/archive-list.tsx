// The tree of an archive: windowed, one stop for Tab, walked with arrows.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, useId, useRef, useState } from 'react'
import { scaled } from '../../../lib/media.ts'
import { message } from '../../../lib/messages.ts'
import { size } from '../../../lib/numbers.ts'
import { NewerIcon } from '../../../ui/icons.ts'
import { stepOf, type TreeNode, type TreeRow, visibleRows } from '../../../ui/tree-rows.ts'
import { fileShape, NodeIcon } from '../node-icon.tsx'
import styles from '../tree/tree.module.css'
import type { ArchiveTree } from './archive-tree.ts'

interface ArchiveListProps {
  tree: ArchiveTree
  roots: TreeNode[]
  chosen: string | undefined
  onChoose: (path: string) => void
}

const rowHeight = 28

export function ArchiveList({ tree, roots, chosen, onChoose }: ArchiveListProps) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => foldersAbove(chosen, roots))
  const [at, setAt] = useState(chosen)
  const rows = visibleRows(roots, { open, children: tree.children })
  const active = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === at),
  )
  const height = scaled(rowHeight)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    // The line one is at is always there: it is named by its id.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), active])].toSorted((a, b) => a - b),
  })
  const pick = (node: TreeNode) => {
    setAt(node.id)
    if (!node.isBranch) return onChoose(node.id)
    const next = new Set(open)
    if (!next.delete(node.id)) next.add(node.id)
    setOpen(next)
  }
  const press = (event: KeyboardEvent) => {
    const node = rows[active]?.node
    if (event.ctrlKey || event.metaKey || event.altKey || node === undefined) return
    const step = stepOf(event.key, rows, node.id, open)
    const isChoice = event.key === 'Enter' || event.key === ' '
    if (step === undefined && !isChoice) return
    event.preventDefault()
    if (step === undefined || 'toggle' in step) return pick(node)
    setAt(step.go)
    virtual.scrollToIndex(rows.findIndex((row) => row.node.id === step.go))
  }
  return (
    <div ref={scroller} className={styles['scroller']}>
      <div
        role="tree"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a tree is a widget; it has the focus for its lines
        tabIndex={0}
        aria-label={message('artifacts.contentsTree')}
        aria-activedescendant={rows.length === 0 ? undefined : `${id}-${active}`}
        className={styles['tree']}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={press}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <Line
              key={row.node.id}
              id={`${id}-${index}`}
              row={row}
              bytes={tree.sizes.get(row.node.id)}
              isOpen={open.has(row.node.id)}
              isActive={index === active}
              isChosen={row.node.id === chosen}
              style={{ height, transform: `translateY(${start}px)` }}
              onUse={() => pick(row.node)}
            />
          )
        })}
      </div>
    </div>
  )
}

/** So that what is looked at is in sight, and something of a package that has everything in one folder. */
function foldersAbove(path: string | undefined, roots: TreeNode[]): ReadonlySet<string> {
  const parts = path?.split('/') ?? []
  const above = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'))
  const [only] = roots
  return new Set([...above, ...(roots.length === 1 && only !== undefined ? [only.id] : [])])
}

interface LineProps {
  id: string
  row: TreeRow
  bytes: number | undefined
  isOpen: boolean
  isActive: boolean
  isChosen: boolean
  style: CSSProperties
  onUse: () => void
}

function Line({ id, row: { node, level, position, size: all }, ...props }: LineProps) {
  const { bytes, isOpen, isActive, isChosen, style, onUse } = props
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the tree has the focus and listens to the keys of all lines
    <div
      role="treeitem"
      id={id}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={all}
      aria-expanded={node.isBranch ? isOpen : undefined}
      aria-selected={isChosen}
      data-active={isActive || undefined}
      data-current={isChosen || undefined}
      className={styles['row']}
      // React's type has no custom properties.
      style={{ '--level': level + 1, ...style } as CSSProperties}
      title={node.id}
      onClick={onUse}
    >
      <span className={styles['mark']} data-open={isOpen || undefined} aria-hidden="true">
        {node.isBranch ? <NewerIcon size="0.875rem" stroke={1.5} /> : null}
      </span>
      <NodeIcon shape={node.isBranch ? (isOpen ? 'open' : 'folder') : fileShape(node.label)} />
      <span className={styles['name']}>{node.label}</span>
      <span className={styles['size']}>{bytes === undefined ? null : size(bytes)}</span>
    </div>
  )
}
