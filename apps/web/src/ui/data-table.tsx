// The one table: rows from anywhere, drawn only while they are in sight, walked with j and k, Home and End.
// Under 768 pixels each row becomes a card. It sorts nothing itself: the server does.
import { columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type Key, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useDensity } from '../lib/density.ts'
import { scaled, useIsNarrow, useMedia } from '../lib/media.ts'
import { message } from '../lib/messages.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { cx } from './cx.ts'
import styles from './data-table.module.css'
import { DownIcon, UpIcon } from './icons.ts'
import { chosenIndex, useRowWalk } from './row-walk.ts'

export interface Column<T> {
  id: string
  header: string
  /** The header is only announced: for columns of buttons and boxes. */
  isHeaderHidden?: boolean
  cell: (row: T) => ReactNode
  /** A track of the grid: `minmax(12rem, 1fr)`, `7rem`. */
  width: string
  isNumber?: boolean
  /** Hidden in narrower windows. */
  isExtra?: boolean
  canSort?: boolean
}

export interface Sort {
  column: string
  isDescending: boolean
}

interface DataTableProps<T extends object> {
  label: string
  rows: T[]
  /** -1 when it is not known. */
  total: number
  columns: Column<T>[]
  rowKey: (row: T) => string
  rowHeight: 44 | 40 | 36
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  /** What a row looks like in a narrow window. */
  card: (row: T) => ReactNode
  onCopy?: (row: T) => void
  /** What `x` does with a row. */
  onSelect?: (row: T) => void
  onEnd?: () => void
  isDimmed?: boolean
}

const features = tableFeatures({ columnVisibilityFeature })
const cardHeight = 64

export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { rows, rowKey, rowHeight, onCopy, onSelect, onEnd } = props
  const isNarrow = useIsNarrow()
  const isCompact = useDensity() === 'compact'
  const height = scaled(isNarrow ? cardHeight : isCompact ? rowHeight - 8 : rowHeight)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => (rows[index] === undefined ? index : rowKey(rows[index])),
    overscan: 6,
  })
  useEffect(() => virtual.measure(), [virtual, height])

  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 14) onEnd?.()
  }, [last, rows.length, onEnd])

  useEffect(() => {
    const element = scroller.current
    element?.addEventListener('click', openRow)
    return () => element?.removeEventListener('click', openRow)
  }, [])

  const { step } = useRowWalk(scroller, rows.length, virtual.scrollToIndex)
  const withChosen = (run: (row: T) => void) => () => {
    const row = rows[chosenIndex(scroller.current)]
    if (row !== undefined) run(row)
  }
  useShortcuts({
    next: () => step(1),
    previous: () => step(-1),
    ...(onCopy === undefined ? {} : { copy: withChosen(onCopy) }),
    ...(onSelect === undefined ? {} : { select: withChosen(onSelect) }),
  })

  const body: BodyProps<T> = { ...props, items, height: virtual.getTotalSize(), rowSize: height }
  return (
    <div ref={scroller} className={cx(styles['scroller'], props.isDimmed === true && styles['dimmed'])}>
      {isNarrow ? <Cards {...body} /> : <Grid {...body} />}
    </div>
  )
}

interface BodyProps<T extends object> extends DataTableProps<T> {
  items: { index: number; key: Key; start: number }[]
  height: number
  rowSize: number
}

function Grid<T extends object>({ items, height, rowSize, ...props }: BodyProps<T>) {
  const isWide = useMedia('(min-width: 80rem)')
  const visible = useMemo(
    () => Object.fromEntries(props.columns.map((column) => [column.id, isWide || column.isExtra !== true])),
    [props.columns, isWide],
  )
  const columns = useMemo(
    () => props.columns.map((column) => ({ id: column.id, accessorFn: column.cell, meta: column })),
    [props.columns],
  )
  const table = useTable({
    features,
    columns,
    data: props.rows,
    getRowId: props.rowKey,
    state: { columnVisibility: visible },
  })
  const shown = props.columns.filter((column) => visible[column.id])
  const rows = table.getRowModel().rows
  const tracks = shown.map((column) => column.width).join(' ')
  return (
    <div
      role="table"
      className={styles['table']}
      aria-label={props.label}
      aria-rowcount={props.total < 0 ? -1 : props.total + 1}
      style={{ '--tracks': tracks } as CSSProperties} // React's type has no custom properties
    >
      <div role="rowgroup" className={styles['head']}>
        <div role="row" className={styles['headRow']} aria-rowindex={1}>
          {shown.map((column) => (
            <Head key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </div>
      </div>
      <div role="rowgroup" className={styles['body']} style={{ height }}>
        {items.map(({ index, key, start }) => (
          <div
            key={key}
            role="row"
            data-index={index}
            className={styles['row']}
            aria-rowindex={index + 2}
            style={{ height: rowSize, transform: `translateY(${start}px)` }}
          >
            {rows[index]?.getVisibleCells().map((cell) => {
              const column = shown.find(({ id }) => id === cell.column.id)
              return (
                <Cell key={cell.id} column={column}>
                  {/* Not the table's value, which it keeps as long as the rows are the same: a tick is no new row. */}
                  {column?.cell(cell.row.original)}
                </Cell>
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

function Cell<T>({ column, children }: { column: Column<T> | undefined; children: ReactNode }) {
  return (
    <div role="cell" className={cx(styles['cell'], column?.isNumber === true && styles['number'])}>
      {children}
    </div>
  )
}

interface HeadProps<T> {
  column: Column<T>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

function Head<T>({ column, sort, onSort }: HeadProps<T>) {
  const isSorted = sort?.column === column.id
  const direction = sort?.isDescending === true ? 'descending' : 'ascending'
  const Arrow = sort?.isDescending === true ? DownIcon : UpIcon
  const toggle = () => onSort?.({ column: column.id, isDescending: isSorted && !sort.isDescending })
  return (
    <div
      role="columnheader"
      className={cx(styles['headCell'], column.isNumber === true && styles['number'])}
      aria-sort={isSorted ? direction : undefined}
    >
      {column.canSort === true && onSort !== undefined ? (
        <button
          type="button"
          className={styles['sort']}
          data-sorted={isSorted || undefined}
          onClick={toggle}
          title={message('shared.sortBy', { column: column.header })}
        >
          {column.header}
          {isSorted ? <Arrow size="0.875rem" stroke={1.75} aria-hidden="true" /> : null}
        </button>
      ) : isSorted ? (
        <span className={styles['sort']} data-sorted="true">
          {column.header}
          <Arrow size="0.875rem" stroke={1.75} aria-hidden="true" />
        </span>
      ) : column.isHeaderHidden === true ? (
        <span className="visually-hidden">{column.header}</span>
      ) : (
        column.header
      )}
    </div>
  )
}

function Cards<T extends object>({ items, height, rowSize, rows, label, total, card }: BodyProps<T>) {
  return (
    <ul className={styles['cards']} aria-label={label} style={{ height }}>
      {items.map(({ index, key, start }) => (
        <li
          key={key}
          data-index={index}
          className={styles['card']}
          aria-setsize={total < 0 ? -1 : total}
          aria-posinset={index + 1}
          style={{ height: rowSize, transform: `translateY(${start}px)` }}
        >
          {rows[index] === undefined ? null : card(rows[index])}
        </li>
      ))}
    </ul>
  )
}

/** The whole row opens what its first link names; the link itself stays a real one. */
function openRow(event: MouseEvent) {
  const target = event.target
  if (!(target instanceof Element) || target.closest('a, button, input, label') !== null) return
  if ((getSelection()?.toString() ?? '') !== '') return
  const link = target.closest('[data-index]')?.querySelector('a')
  if (!link) return
  if (event.metaKey || event.ctrlKey) window.open(link.href, '_blank', 'noopener')
  else link.click()
}
