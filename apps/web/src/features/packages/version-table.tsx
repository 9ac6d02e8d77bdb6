import type { VersionSummary } from '@bindery/contracts'
import { useMemo } from 'react'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { count, size } from '../../lib/numbers.ts'
import { RepositoryChips } from '../../shared/repository-chips.tsx'
import { When } from '../../shared/when.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from './version-table.module.css'

interface VersionTableProps {
  rows: VersionSummary[]
  total: number
  packageId: string
  isDimmed: boolean
  onEnd: () => void
}

interface Row extends VersionSummary {
  packageId: string
  /** The downloads of the version that has most, to compare with. */
  most: number
}

export function VersionTable({ rows: versions, packageId, ...rest }: VersionTableProps) {
  const rows = useMemo(() => {
    const most = Math.max(...versions.map(({ downloads }) => downloads))
    return versions.map((version): Row => ({ ...version, packageId, most }))
  }, [versions, packageId])
  return (
    <DataTable
      {...rest}
      rows={rows}
      label={message('package.versions')}
      columns={columns}
      rowKey={({ version }) => version}
      rowHeight={40}
      sort={{ column: 'version', isDescending: true }}
      card={renderCard}
    />
  )
}

const renderCard = (row: Row) => <VersionCard row={row} />

// Together 656 px: what is left beside the facts in a window of 1280.
const columns: Column<Row>[] = [
  {
    id: 'version',
    header: message('package.columnVersion'),
    width: 'minmax(9rem, 1fr)',
    cell: (row) => <VersionName row={row} />,
  },
  {
    id: 'published',
    header: message('packages.columnPublished'),
    width: '7.5rem',
    cell: ({ publishedAt }) => <When at={publishedAt} />,
  },
  {
    id: 'repositories',
    header: message('packages.columnRepositories'),
    width: '9.5rem',
    isExtra: true,
    cell: ({ repositories }) => <RepositoryChips keys={repositories} />,
  },
  {
    id: 'size',
    header: message('package.columnSize'),
    width: '6rem',
    isNumber: true,
    cell: (row) => size(row.size),
  },
  {
    id: 'downloads',
    header: message('packages.columnDownloads'),
    width: '9rem',
    isNumber: true,
    cell: ({ downloads, most }) => (
      <span className={styles['downloads']}>
        <Meter value={downloads} top={most} />
        <span>{count(downloads)}</span>
      </span>
    ),
  },
]

function VersionName({ row }: { row: Row }) {
  return (
    <span className={styles['name']}>
      <Link
        to="/packages/$packageId/$versionId"
        params={{ packageId: row.packageId, versionId: row.version }}
        className={styles['link']}
      >
        <code>{row.version}</code>
      </Link>
      {row.tags.map((tag) => (
        <Tag key={tag} look={tag === 'latest' ? 'accent' : 'outlined'}>
          {tag}
        </Tag>
      ))}
      {row.deprecated === null ? null : (
        <Tag look="warn" title={row.deprecated}>
          {message('package.deprecated')}
        </Tag>
      )}
    </span>
  )
}

function VersionCard({ row }: { row: Row }) {
  return (
    <div className={styles['card']}>
      <div className={styles['words']}>
        <VersionName row={row} />
        <span className={styles['small']}>
          <When at={row.publishedAt} /> · {size(row.size)}
        </span>
      </div>
      <span className={styles['small']}>{count(row.downloads)}</span>
    </div>
  )
}
