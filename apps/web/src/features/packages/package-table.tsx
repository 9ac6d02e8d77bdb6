import type { PackageSummary } from '@bindery/contracts'
import { Link } from '../../lib/link.tsx'
import { copyText } from '../../lib/copy.ts'
import { message } from '../../lib/messages.ts'
import { count } from '../../lib/numbers.ts'
import { FormatTile } from '../../shared/format-tile.tsx'
import { RepositoryChips } from '../../shared/repository-chips.tsx'
import { When } from '../../shared/when.tsx'
import { type Column, DataTable, type Sort } from '../../ui/data-table.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CopyIcon, DownloadIcon } from '../../ui/icons.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { rememberedInstall } from '../../shared/install/install-client.ts'
import styles from './package-table.module.css'

interface PackageTableProps {
  rows: PackageSummary[]
  total: number
  sort: Sort
  onSort: ((sort: Sort) => void) | undefined
  onEnd: (() => void) | undefined
  isDimmed: boolean
}

export function PackageTable({ onSort, onEnd, ...rest }: PackageTableProps) {
  return (
    <DataTable
      {...rest}
      label={message('packages.title')}
      columns={columns}
      rowKey={({ id }) => id}
      rowHeight={44}
      card={renderCard}
      onCopy={copyInstall}
      {...(onSort === undefined ? {} : { onSort })}
      {...(onEnd === undefined ? {} : { onEnd })}
    />
  )
}

const renderCard = (row: PackageSummary) => <PackageCard row={row} />

// Together at most 992 px: what a window of 1280 leaves beside the sidebar.
const columns: Column<PackageSummary>[] = [
  {
    id: 'package',
    header: message('packages.columnPackage'),
    width: 'minmax(13.5rem, 1fr)',
    canSort: true,
    cell: (row) => <NameCell row={row} />,
  },
  {
    id: 'latest',
    header: message('packages.columnLatest'),
    width: 'minmax(6.5rem, 8rem)',
    cell: ({ latest }) => <code className={styles['version']}>{latest}</code>,
  },
  {
    id: 'published',
    header: message('packages.columnPublished'),
    width: '7.5rem',
    canSort: true,
    cell: ({ publishedAt }) => <When at={publishedAt} />,
  },
  {
    id: 'versions',
    header: message('packages.columnVersions'),
    width: '5.25rem',
    isNumber: true,
    cell: ({ versions }) => count(versions),
  },
  {
    id: 'licence',
    header: message('packages.columnLicence'),
    width: '8rem',
    cell: ({ licence }) => <span className={styles['cut']}>{licence ?? message('shared.notGiven')}</span>,
  },
  {
    id: 'repositories',
    header: message('packages.columnRepositories'),
    width: '11rem',
    isExtra: true,
    cell: ({ repositories }) => <RepositoryChips keys={repositories} />,
  },
  {
    id: 'downloads',
    header: message('packages.columnDownloads'),
    width: '9.75rem',
    isNumber: true,
    cell: (row) => <DownloadsCell row={row} />,
  },
]

function NameCell({ row }: { row: PackageSummary }) {
  return (
    <div className={styles['package']}>
      <FormatTile format={row.format} />
      <div className={styles['words']}>
        <Link to="/packages/$packageId" params={{ packageId: row.id }} className={styles['name']}>
          {row.name}
        </Link>
        {row.description === null || row.description === '' ? null : (
          <span className={styles['description']}>{row.description}</span>
        )}
      </div>
    </div>
  )
}

/** The picture of the month gives way to the copy button of the same width. */
function DownloadsCell({ row }: { row: PackageSummary }) {
  const { downloadsByDay: days } = row
  return (
    <div className={styles['downloads']}>
      <span className={styles['swap']}>
        <Sparkline values={days} label={trendLabel(days)} />
        <IconButton
          icon={CopyIcon}
          label={message('packages.copyInstall', { name: row.name })}
          size={28}
          className={styles['copy']}
          onClick={() => copyInstall(row)}
        />
      </span>
      <span className={styles['number']}>{count(row.downloads)}</span>
    </div>
  )
}

const trendLabel = (days: number[]) => message('packages.trend', { from: days[0] ?? 0, to: days.at(-1) ?? 0 })

function PackageCard({ row }: { row: PackageSummary }) {
  return (
    <div className={styles['card']}>
      <FormatTile format={row.format} size={32} />
      <div className={styles['words']}>
        <Link to="/packages/$packageId" params={{ packageId: row.id }} className={styles['cardName']}>
          {row.name}
        </Link>
        <span className={styles['description']}>
          <When at={row.publishedAt} />
          {row.licence === null ? null : ` · ${row.licence}`}
        </span>
      </div>
      <div className={styles['aside']}>
        <code className={styles['version']}>{row.latest}</code>
        <span className={styles['small']}>
          <DownloadIcon size="0.875rem" stroke={1.5} aria-label={message('packages.columnDownloads')} />
          {count(row.downloads)}
        </span>
      </div>
      <IconButton
        icon={CopyIcon}
        label={message('packages.copyInstall', { name: row.name })}
        onClick={() => copyInstall(row)}
      />
    </div>
  )
}

function copyInstall(row: PackageSummary) {
  const install = rememberedInstall(row.format, row.install)
  if (install !== undefined) void copyText(install.command)
}
