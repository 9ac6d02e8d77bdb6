import type { ReactNode } from 'react'
import styles from './simple-table.module.css'

export interface SimpleColumn<T> {
  header: string
  cell: (row: T) => ReactNode
  /** Left out on a phone, where the others need its room. */
  isExtra?: boolean
}

interface SimpleTableProps<T> {
  label: string
  rows: T[]
  rowKey: (row: T) => string
  columns: SimpleColumn<T>[]
}

/** For short lists that need neither sorting nor paging. */
export function SimpleTable<T>({ label, rows, rowKey, columns }: SimpleTableProps<T>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wider than a phone, it is scrolled with the arrow keys
    <div className={styles['scroller']} role="group" aria-label={label} tabIndex={0}>
      <table className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ header, isExtra }) => (
              <th key={header} scope="col" className={isExtra === true ? styles['extra'] : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ header, cell, isExtra }) => (
                <td key={header} className={isExtra === true ? styles['extra'] : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
