// Rows of check boxes as one grid: one stop for Tab, arrows move, Space ticks, Delete takes the row away.
import { Fragment, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { message } from '../lib/messages.ts'
import checkbox from './checkbox.module.css'
import { cx } from './cx.ts'
import { CloseIcon, TickIcon } from './icons.ts'
import styles from './matrix.module.css'
import { type Cell, nextCell } from './matrix-cells.ts'

export interface MatrixRow {
  id: string
  /** What is announced with each box. */
  name: string
  head: ReactNode
  ticked: readonly string[]
}

interface MatrixProps {
  label: string
  headColumn: string
  columns: { id: string; label: string; hint?: string; isDisabled?: boolean }[]
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
  const focusable = (row: number, column: number) => ({
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
        <div role="row" className={cx(styles['row'], styles['head'])} aria-rowindex={1}>
          <span role="columnheader" className={styles['nameHead']}>
            {headColumn}
          </span>
          {columns.map(({ id, label, hint }) => (
            <span key={id} role="columnheader" className={styles['columnHead']} title={hint}>
              <Breakable text={label} />
            </span>
          ))}
          {isReadOnly ? null : (
            <span role="columnheader">
              <span className="visually-hidden">{message('shared.remove')}</span>
            </span>
          )}
        </div>
        {rows.map((row, rowIndex) => (
          <div key={row.id} role="row" className={styles['row']} aria-rowindex={rowIndex + 2}>
            <span role="rowheader" className={styles['name']}>
              {row.head}
            </span>
            {columns.map((column, columnIndex) => (
              <span key={column.id} role="gridcell" className={styles['cell']}>
                {isReadOnly ? (
                  <ReadOnlyTick
                    isTicked={row.ticked.includes(column.id)}
                    {...focusable(rowIndex, columnIndex)}
                  />
                ) : (
                  <label className={styles['target']}>
                    <span className={checkbox['inner']}>
                      <input
                        type="checkbox"
                        className={checkbox['input']}
                        aria-label={message('shared.columnForRow', { column: column.label, row: row.name })}
                        checked={row.ticked.includes(column.id)}
                        disabled={column.isDisabled}
                        onChange={(event) => onTick(row.id, column.id, event.currentTarget.checked)}
                        {...focusable(rowIndex, columnIndex)}
                      />
                      <TickIcon className={checkbox['icon']} stroke={3} aria-hidden="true" />
                    </span>
                  </label>
                )}
              </span>
            ))}
            {isReadOnly ? null : (
              <span role="gridcell" className={styles['cell']}>
                <button
                  type="button"
                  className={styles['remove']}
                  aria-label={message('shared.removeWhat', { what: row.name })}
                  title={message('shared.removeWhat', { what: row.name })}
                  onClick={() => onRemove(row.id)}
                  {...focusable(rowIndex, columns.length)}
                >
                  <CloseIcon size="1rem" stroke={1.5} aria-hidden="true" />
                </button>
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
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

function ReadOnlyTick({ isTicked, ...rest }: { isTicked: boolean; tabIndex: number; onFocus: () => void }) {
  return (
    <span className={styles['readOnly']} {...rest}>
      {isTicked ? <TickIcon size="1rem" stroke={2} aria-hidden="true" /> : <span aria-hidden="true">·</span>}
      <span className="visually-hidden">{message(isTicked ? 'shared.yes' : 'shared.no')}</span>
    </span>
  )
}
