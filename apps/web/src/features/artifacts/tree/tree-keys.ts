// The keys of a tree (ARIA Authoring Practices): arrows walk, right opens and goes in, left closes and goes out, a word
// finds a name, `*` opens the neighbours, Space selects and Enter opens the page of what one is at.
import type { KeyboardEvent, MouseEvent } from 'react'
import { findName, type NodeRow, parentIndex, type Row } from './tree-rows.ts'

export interface TreeActions {
  /** Opens or closes a group or a branch. */
  onToggle: (row: Row, isOpen: boolean) => void
  /** Shows the page of a node, loads more children, tries again. */
  onChoose: (row: Row) => void
  onSelect: (row: NodeRow, event: Pick<MouseEvent | KeyboardEvent, 'shiftKey'>) => void
}

export interface Walk {
  rows: Row[]
  active: number
  go: (index: number) => void
  /** What was typed a moment ago. */
  typed: { text: string; at: number }
  selected: ReadonlySet<string>
}

/** Whether the key meant something here. */
export function pressKey(event: KeyboardEvent, walk: Walk, actions: TreeActions): boolean {
  const { rows, active, go } = walk
  const row = rows[active]
  if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return false
  const isBranch = row.kind === 'group' || (row.kind === 'node' && row.isBranch)
  const isOpen = (row.kind === 'group' || row.kind === 'node') && row.isOpen
  switch (event.key) {
    case 'ArrowDown':
    case 'ArrowUp': {
      const next = Math.min(rows.length - 1, Math.max(0, active + (event.key === 'ArrowDown' ? 1 : -1)))
      go(next)
      const target = rows[next]
      if (event.shiftKey && target?.kind === 'node') actions.onSelect(target, event)
      return true
    }
    case 'Home':
      go(0)
      return true
    case 'End':
      go(rows.length - 1)
      return true
    case 'ArrowRight':
      if (isBranch && !isOpen) actions.onToggle(row, true)
      else if (isBranch && (rows[active + 1]?.level ?? 0) > row.level) go(active + 1)
      return true
    case 'ArrowLeft':
      if (isBranch && isOpen) actions.onToggle(row, false)
      else if (parentIndex(rows, active) >= 0) go(parentIndex(rows, active))
      return true
    case 'Enter':
      if (row.kind === 'group') actions.onToggle(row, !row.isOpen)
      else actions.onChoose(row)
      return true
    case ' ':
      if (row.kind === 'node') actions.onSelect(row, event)
      else actions.onChoose(row)
      return true
    case '*':
      openNeighbours(walk, actions)
      return true
    default:
      return event.key.length === 1 && findTyped(event, walk)
  }
}

function openNeighbours({ rows, active }: Walk, actions: TreeActions) {
  const level = rows[active]?.level
  const parent = parentIndex(rows, active)
  for (const [index, row] of rows.entries())
    if (row.kind === 'node' && row.isBranch && !row.isOpen && row.level === level)
      if (parentIndex(rows, index) === parent) actions.onToggle(row, true)
}

const wordPause = 700

function findTyped(event: KeyboardEvent, { rows, active, go, typed }: Walk): boolean {
  typed.text = event.timeStamp - typed.at < wordPause ? typed.text + event.key : event.key
  typed.at = event.timeStamp
  const found = findName(rows, active, typed.text)
  if (found >= 0) go(found)
  return found >= 0
}
