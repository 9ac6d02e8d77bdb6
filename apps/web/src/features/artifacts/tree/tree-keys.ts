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

interface Walk {
  rows: Row[]
  active: number
  go: (index: number) => void
  /** What was typed a moment ago. */
  typed: { text: string; at: number }
  selected: ReadonlySet<string>
}

/** Whether the key meant something here. */
export function pressKey(event: KeyboardEvent, walk: Walk, actions: TreeActions): boolean {
  const row = walk.rows[walk.active]
  if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return false
  const press = keys[event.key]
  if (press === undefined) return event.key.length === 1 && findTyped(event, walk)
  press({ event, row, walk, actions })
  return true
}

interface Press {
  event: KeyboardEvent
  row: Row
  walk: Walk
  actions: TreeActions
}

const keys: Partial<Record<string, (press: Press) => void>> = {
  ArrowDown: (press) => step(press, 1),
  ArrowUp: (press) => step(press, -1),
  Home: ({ walk }) => walk.go(0),
  End: ({ walk }) => walk.go(walk.rows.length - 1),
  ArrowRight: goIn,
  ArrowLeft: goOut,
  Enter: ({ row, actions }) =>
    row.kind === 'group' ? actions.onToggle(row, !row.isOpen) : actions.onChoose(row),
  ' ': ({ event, row, actions }) =>
    row.kind === 'node' ? actions.onSelect(row, event) : actions.onChoose(row),
  '*': ({ walk, actions }) => openNeighbours(walk, actions),
}

function step({ event, walk: { rows, active, go }, actions }: Press, by: number) {
  const next = Math.min(rows.length - 1, Math.max(0, active + by))
  go(next)
  const target = rows[next]
  if (event.shiftKey && target?.kind === 'node') actions.onSelect(target, event)
}

function goIn({ row, walk: { rows, active, go }, actions }: Press) {
  if (!isBranch(row)) return
  if (!isOpen(row)) actions.onToggle(row, true)
  else if ((rows[active + 1]?.level ?? 0) > row.level) go(active + 1)
}

function goOut({ row, walk: { rows, active, go }, actions }: Press) {
  const parent = parentIndex(rows, active)
  if (isBranch(row) && isOpen(row)) actions.onToggle(row, false)
  else if (parent >= 0) go(parent)
}

const isBranch = (row: Row) => row.kind === 'group' || (row.kind === 'node' && row.isBranch)

const isOpen = (row: Row) => (row.kind === 'group' || row.kind === 'node') && row.isOpen

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
