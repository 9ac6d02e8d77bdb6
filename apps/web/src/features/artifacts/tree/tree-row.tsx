import type { CSSProperties, MouseEvent } from 'react'
import { message, type MessageId } from '../../../lib/messages.ts'
import { count, size } from '../../../lib/numbers.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { InfoIcon, NewerIcon } from '../../../ui/icons.ts'
import { idOf } from '../address.ts'
import { fileShape, NodeIcon } from '../node-icon.tsx'
import type { TreeActions } from './tree-keys.ts'
import type { GroupName, NodeRow, Row } from './tree-rows.ts'
import styles from './tree.module.css'

interface TreeRowProps {
  id: string
  row: Row
  top: number
  height: number
  isActive: boolean
  isCurrent: boolean
  isSelected: boolean
  /** The tree is the whole page: a tap opens a branch in place, and a button beside it leads to its details. */
  isPage: boolean
  actions: TreeActions
  onPoint: () => void
}

export function TreeRow(props: TreeRowProps) {
  const { id, row, top, height, isActive, isCurrent, isSelected, isPage, actions, onPoint } = props
  const isBranch = row.kind === 'group' || (row.kind === 'node' && row.isBranch)
  const isOpen = (row.kind === 'group' || row.kind === 'node') && row.isOpen
  const press = (event: MouseEvent) => {
    onPoint()
    if (row.kind === 'node' && (event.shiftKey || event.ctrlKey || event.metaKey))
      return actions.onSelect(row, event)
    if (row.kind === 'group' || (isPage && isBranch && row.kind === 'node'))
      return actions.onToggle(row, !row.isOpen)
    actions.onChoose(row)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the tree has the focus and listens to the keys of all lines
    <div
      role="treeitem"
      id={id}
      aria-level={row.level}
      aria-expanded={isBranch ? isOpen : undefined}
      aria-selected={isSelected || isCurrent}
      aria-busy={(row.kind === 'node' && row.isLoading) || undefined}
      data-kind={row.kind}
      data-active={isActive || undefined}
      data-current={isCurrent || undefined}
      data-picked={isSelected || undefined}
      className={styles['row']}
      // React's type has no custom properties.
      style={{ '--level': row.level, height, transform: `translateY(${top}px)` } as CSSProperties}
      title={row.kind === 'node' ? idOf(row.spot) : undefined}
      onClick={press}
    >
      <Guides level={row.level} />
      <Mark row={row} isBranch={isBranch} onToggle={(to) => actions.onToggle(row, to)} />
      <Content row={row} />
      {isPage && isBranch && row.kind === 'node' ? (
        <Details row={row} onChoose={() => actions.onChoose(row)} />
      ) : null}
    </div>
  )
}

const Guides = ({ level }: { level: number }) =>
  Array.from({ length: Math.max(0, level - 2) }, (_, index) => (
    <span
      key={index}
      className={styles['guide']}
      aria-hidden="true"
      style={{ '--guide': index } as CSSProperties} // as above
    />
  ))

function Mark({ row, isBranch, onToggle }: { row: Row; isBranch: boolean; onToggle: (to: boolean) => void }) {
  const isOpen = (row.kind === 'group' || row.kind === 'node') && row.isOpen
  const isLoading = row.kind === 'node' && row.isLoading
  const toggle = (event: MouseEvent) => {
    event.stopPropagation()
    onToggle(!isOpen)
  }
  return (
    <span
      className={cx(styles['mark'], isLoading && styles['loading'])}
      data-open={isOpen || undefined}
      aria-hidden="true"
      onClick={isBranch ? toggle : undefined}
    >
      {isBranch && !isLoading ? <NewerIcon size="0.875rem" stroke={1.5} /> : null}
    </span>
  )
}

function Details({ row, onChoose }: { row: NodeRow; onChoose: () => void }) {
  const choose = (event: MouseEvent) => {
    event.stopPropagation()
    onChoose()
  }
  const label = message('artifacts.detailsOf', { name: row.name })
  return <IconButton icon={InfoIcon} label={label} iconSize={20} tabIndex={-1} onClick={choose} />
}

function Content({ row }: { row: Row }) {
  if (row.kind === 'group')
    return (
      <>
        <span className={styles['name']}>{message(groupNames[row.group])}</span>
        <span className={styles['size']}>{row.group === 'favourite' ? null : count(row.count)}</span>
      </>
    )
  if (row.kind === 'node') return <Node row={row} />
  if (row.kind === 'empty') return <span className={styles['quiet']}>{message('artifacts.emptyFolder')}</span>
  if (row.kind === 'error')
    return <span className={styles['failed']}>{message('artifacts.branchFailed')}</span>
  return (
    <span className={styles['more']}>
      {row.left > 0
        ? message('artifacts.showMore', { count: row.left })
        : message('artifacts.showMoreUnknown')}
    </span>
  )
}

function Node({ row }: { row: NodeRow }) {
  return (
    <>
      <NodeIcon shape={shapeOf(row)} className={styles['icon']} />
      <span className={cx(styles['name'], row.root !== undefined && styles['root'])}>
        {row.root?.kind === 'trash' ? message('artifacts.trash') : row.name}
        {row.isFound ? <span className={styles['where']}>{idOf(row.spot)}</span> : null}
      </span>
      <span className={styles['size']}>{row.size === null ? null : size(row.size)}</span>
    </>
  )
}

const groupNames: Record<GroupName, MessageId> = {
  favourite: 'artifacts.favourites',
  local: 'artifacts.kindLocal',
  cache: 'artifacts.kindCache',
  remote: 'artifacts.kindRemote',
  virtual: 'artifacts.kindVirtual',
  federated: 'artifacts.kindFederated',
  trash: 'artifacts.trash',
  found: 'artifacts.found',
}

function shapeOf({ root, isBranch, isOpen, name, isFound, size: bytes }: NodeRow) {
  if (root !== undefined) return root.kind
  if (isBranch || (isFound && bytes === null)) return isOpen ? 'open' : 'folder'
  return fileShape(name)
}
