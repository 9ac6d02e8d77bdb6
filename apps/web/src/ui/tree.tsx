import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { NewerIcon } from './icons.ts'
import { stepOf, type TreeNode, type TreeRow, type TreeState, visibleRows } from './tree-rows.ts'
import styles from './tree.module.css'

interface TreeProps {
  label: string
  roots: TreeNode[]
  /** Asked once for each branch, when it is first opened. */
  load: (node: TreeNode) => Promise<TreeNode[]>
  /** A branch that could not be loaded closes again. */
  onFailure: (node: TreeNode, error: unknown) => void
}

/** Branches that open, with children that come when they are needed. One stop for Tab, arrows walk. */
export function Tree({ label, roots, load, onFailure }: TreeProps) {
  const list = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<TreeState>({ open: new Set(), children: new Map() })
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const rows = visibleRows(roots, state)
  const current = rows.some(({ node }) => node.id === chosen) ? chosen : rows[0]?.node.id
  const toggle = (node: TreeNode) => {
    const isOpening = !state.open.has(node.id)
    setState((before) => withOpen(before, node.id, isOpening))
    if (!isOpening || state.children.has(node.id)) return
    load(node).then(
      (children) => setState((before) => withChildren(before, node.id, children)),
      (error: unknown) => {
        setState((before) => withOpen(before, node.id, false))
        onFailure(node, error)
      },
    )
  }
  const go = (id: string) => {
    setChosen(id)
    list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || current === undefined) return
    const step = stepOf(event.key, rows, current, state.open)
    if (step === undefined) return
    event.preventDefault()
    if ('go' in step) return go(step.go)
    const row = rows.find(({ node }) => node.id === step.toggle)
    if (row !== undefined) toggle(row.node)
  }
  return (
    <div ref={list} role="tree" tabIndex={-1} aria-label={label} className={styles['tree']} onKeyDown={press}>
      {rows.map((row) => (
        <Row
          key={row.node.id}
          row={row}
          isOpen={state.open.has(row.node.id)}
          isLoading={state.open.has(row.node.id) && !state.children.has(row.node.id)}
          isCurrent={row.node.id === current}
          onFocus={() => setChosen(row.node.id)}
          onToggle={() => toggle(row.node)}
        />
      ))}
    </div>
  )
}

interface RowProps {
  row: TreeRow
  isOpen: boolean
  isLoading: boolean
  isCurrent: boolean
  onFocus: () => void
  onToggle: () => void
}

function Row({
  row: { node, level, position, size },
  isOpen,
  isLoading,
  isCurrent,
  onFocus,
  onToggle,
}: RowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree listens to the keys of all rows
    <div
      role="treeitem"
      aria-selected={isCurrent}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={size}
      aria-expanded={node.isBranch ? isOpen : undefined}
      aria-busy={isLoading || undefined}
      data-id={node.id}
      tabIndex={isCurrent ? 0 : -1}
      className={styles['row']}
      style={{ '--level': level } as CSSProperties} // React's type has no custom properties
      onFocus={onFocus}
      onClick={node.isBranch ? onToggle : undefined}
    >
      <span className={cx(styles['mark'], isLoading && styles['loading'])} aria-hidden="true">
        {node.isBranch && !isLoading ? <NewerIcon size="0.875rem" stroke={1.75} /> : null}
      </span>
      {node.label}
    </div>
  )
}

function withOpen(state: TreeState, id: string, isOpen: boolean): TreeState {
  const open = new Set(state.open)
  if (isOpen) open.add(id)
  else open.delete(id)
  return { ...state, open }
}

const withChildren = (state: TreeState, id: string, children: TreeNode[]): TreeState => ({
  ...state,
  children: new Map(state.children).set(id, children),
})
