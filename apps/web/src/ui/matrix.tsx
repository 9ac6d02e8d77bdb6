// Rows of check boxes as one grid: one stop for Tab, arrows move, Space ticks, Delete takes the row away.
import { Fragment, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { message } from '../lib/messages.ts'
import checkbox from './checkbox.module.css'
import { cx } from './cx.ts'
import { CloseIcon, TickIcon } from './icons.ts'
import styles from './matrix.module.css'
import { type Cell, nextCell } from './matrix-cells.ts'

interface MatrixRow {
  id: string
  /** What is announced with each box. */
  name: string
  head: ReactNode
  ticked: readonly string[]
}

interface MatrixColumn {
  id: string
  label: string
  hint?: string
  isDisabled?: boolean
}

interface MatrixProps {
  label: string
  headColumn: string
  columns: MatrixColumn[]
  rows: MatrixRow[]
  isReadOnly?: boolean
  onTick: (row: string, column: string, isTicked: boolean) => void
  onRemove: (row: string) => void
  /** The box that has the keyboard, for whoever explains it. */
  onFocus?: (row: string, column: string) => void
}

export function Matrix(props: MatrixProps) {
  const { label, headColumn, columns, rows, isReadOnly = false, onTick, onRemove, onFocus } = props
  const grid = useRef<HTMLDivElement>(null)
  const [cell, setCell] = useState<Cell>({ row: 0, column: 0 })
  const width = columns.length + (isReadOnly ? 0 : 1)
  const current = { row: Math.min(cell.row, rows.length - 1), column: Math.min(cell.column, width - 1) }
  const go = (to: Cell) => {
    setCell(to)
    grid.current?.querySelector<HTMLElement>(`[data-cell="${to.row}:${to.column}"]`)?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const row = rows[current.row]
    if (event.key === 'Delete' && row !== undefined && !isReadOnly) {
      event.preventDefault()
      onRemove(row.id)
      return
    }
    const to = nextCell(event.key, current, rows.length, width, event.ctrlKey || event.metaKey)
    if (to === undefined) return
    event.preventDefault()
    go(to)
  }
  const focusable = (row: number, column: number): Focusable => ({
    'data-cell': `${row}:${column}`,
    tabIndex: row === current.row && column === current.column ? 0 : -1,
    onFocus: () => {
      setCell({ row, column })
      const [rowId, columnId] = [rows[row]?.id, columns[column]?.id]
      if (rowId !== undefined && columnId !== undefined) onFocus?.(rowId, columnId)
    },
  })
  return (
    <div className={styles['scroller']}>
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        className={styles['grid']}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-readonly={isReadOnly}
        onKeyDown={press}
      >
        <Head headColumn={headColumn} columns={columns} isReadOnly={isReadOnly} />
        {rows.map((row, index) => (
          <Row
            key={row.id}
            row={row}
            columns={columns}
            index={index}
            isReadOnly={isReadOnly}
            focusable={(column) => focusable(index, column)}
            onTick={onTick}
            onRemove={onRemove}
          />
        ))}
      </div>
    </div>
  )
}

interface RowProps extends Required<Pick<MatrixProps, 'columns' | 'isReadOnly' | 'onTick' | 'onRemove'>> {
  row: MatrixRow
  index: number
  focusable: (column: number) => Focusable
}

function Row({ row, columns, index, isReadOnly, focusable, onTick, onRemove }: RowProps) {
  return (
    <div role="row" className={styles['row']} aria-rowindex={index + 2}>
      <span role="rowheader" className={styles['name']}>
        {row.head}
      </span>
      {columns.map((column, columnIndex) => (
        <span key={column.id} role="gridcell" className={styles['cell']}>
          {isReadOnly ? (
            <ReadOnlyTick isTicked={row.ticked.includes(column.id)} {...focusable(columnIndex)} />
          ) : (
            <Tick
              row={row}
              column={column}
              onTick={(isTicked) => onTick(row.id, column.id, isTicked)}
              {...focusable(columnIndex)}
            />
          )}
        </span>
      ))}
      {isReadOnly ? null : (
        <span role="gridcell" className={styles['cell']}>
          <Remove row={row} onRemove={() => onRemove(row.id)} {...focusable(columns.length)} />
        </span>
      )}
    </div>
  )
}

function Head({
  headColumn,
  columns,
  isReadOnly,
}: Pick<MatrixProps, 'headColumn' | 'columns' | 'isReadOnly'>) {
  return (
    <div role="row" className={cx(styles['row'], styles['head'])} aria-rowindex={1}>
      <span role="columnheader" className={styles['nameHead']}>
        {headColumn}
      </span>
      {columns.map(({ id, label, hint }) => (
        <span key={id} role="columnheader" className={styles['columnHead']} title={hint}>
          <Breakable text={label} />
        </span>
      ))}
      {isReadOnly === true ? null : (
        <span role="columnheader">
          <span className="visually-hidden">{message('shared.remove')}</span>
        </span>
      )}
    </div>
  )
}

/** What makes a cell one of the grid: its place, and whether Tab stops there. */
interface Focusable {
  'data-cell': string
  tabIndex: number
  onFocus: () => void
}

interface TickProps extends Focusable {
  row: MatrixRow
  column: MatrixColumn
  onTick: (isTicked: boolean) => void
}

function Tick({ row, column, onTick, ...focusable }: TickProps) {
  return (
    <label className={styles['target']}>
      <span className={checkbox['inner']}>
        <input
          type="checkbox"
          className={checkbox['input']}
          aria-label={message('shared.columnForRow', { column: column.label, row: row.name })}
          checked={row.ticked.includes(column.id)}
          disabled={column.isDisabled}
          onChange={(event) => onTick(event.currentTarget.checked)}
          {...focusable}
        />
        <TickIcon className={checkbox['icon']} stroke={3} aria-hidden="true" />
      </span>
    </label>
  )
}

function Remove({ row, onRemove, ...focusable }: Focusable & { row: MatrixRow; onRemove: () => void }) {
  const label = message('shared.removeWhat', { what: row.name })
  return (
    <button
      type="button"
      className={styles['remove']}
      aria-label={label}
      title={label}
      onClick={onRemove}
      {...focusable}
    >
      <CloseIcon size="1rem" stroke={1.5} aria-hidden="true" />
    </button>
  )
}

/** A narrow column may be broken behind a slash. */
function Breakable({ text }: { text: string }) {
  return text.split('/').map((part, index) => (
    <Fragment key={part}>
      {index === 0 ? null : (
        <>
          /<wbr />
        </>
      )}
      {part}
    </Fragment>
  ))
}

function ReadOnlyTick({ isTicked, ...focusable }: Focusable & { isTicked: boolean }) {
  return (
    <span className={styles['readOnly']} {...focusable}>
      {isTicked ? <TickIcon size="1rem" stroke={2} aria-hidden="true" /> : <span aria-hidden="true">·</span>}
      <span className="visually-hidden">{message(isTicked ? 'shared.yes' : 'shared.no')}</span>
    </span>
  )
}
