import type { ReactNode } from 'react'
import styles from './simple-table.module.css'

interface SimpleTableProps<T> {
  label: string
  rows: T[]
  rowKey: (row: T) => string
  columns: { header: string; cell: (row: T) => ReactNode }[]
}

/** For short lists that need neither sorting nor paging. */
export function SimpleTable<T>({ label, rows, rowKey, columns }: SimpleTableProps<T>) {
  return (
    <div className={styles['scroller']}>
      <table className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ header }) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ header, cell }) => (
                <td key={header}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
