import type { CSSProperties } from 'react'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { size } from '../../lib/numbers.ts'
import { Empty } from '../../shared/empty.tsx'
import type { StorageRow } from './rows.ts'
import { type View, viewNames } from './storage-search.ts'
import { percent } from './storage-table.tsx'
import { treemap } from './treemap.ts'
import styles from './storage-treemap.module.css'

/** Smaller ones would be lines; the table has them. */
const mostTiles = 60
const [width, height] = [100, 40]

/** What uses the room, as areas. */
export function StorageTreemap({ view, rows }: { view: View; rows: StorageRow[] }) {
  const tiles = treemap(
    rows.toSorted((a, b) => b.bytes - a.bytes).slice(0, mostTiles),
    ({ bytes }) => bytes,
    width,
    height,
  )
  if (tiles.length === 0)
    return <Empty title={message('storage.emptyTitle')} text={message('storage.emptyText')} />
  return (
    <ul className={styles['map']} aria-label={message(viewNames[view])}>
      {tiles.map(({ item, ...box }, index) => (
        <li key={item.name} className={styles['tile']} style={styleOf(box, index)}>
          <Label view={view} row={item} />
        </li>
      ))}
    </ul>
  )
}

const styleOf = (
  box: { left: number; top: number; width: number; height: number },
  index: number,
): CSSProperties =>
  ({
    left: `${box.left}%`,
    top: `${(box.top / height) * 100}%`,
    width: `${box.width}%`,
    height: `${(box.height / height) * 100}%`,
    // The largest stands out; a custom property is not in React's type.
    '--weight': `${Math.max(8, 40 - index * 6)}%`,
  }) as CSSProperties

function Label({ view, row }: { view: View; row: StorageRow }) {
  const text = message('storage.tile', { name: row.name, size: size(row.bytes), percent: percent(row.share) })
  const words = (
    <>
      <span className={styles['name']}>{row.name}</span>
      <span className={styles['size']}>{size(row.bytes)}</span>
    </>
  )
  return view === 'repositories' ? (
    <Link
      to="/repos/$"
      params={{ _splat: `tree/General/${row.name}` }}
      className={styles['label']}
      title={text}
      aria-label={text}
    >
      {words}
    </Link>
  ) : (
    <span className={styles['label']} title={text}>
      {words}
    </span>
  )
}
