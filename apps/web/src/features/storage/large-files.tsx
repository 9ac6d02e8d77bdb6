// The largest files, and those of them that nobody has used for some time: where room can be made.
import type { LargeFiles as Answer } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { size } from '../../lib/numbers.ts'
import { Empty } from '../../shared/empty.tsx'
import lists from '../../shared/list-page.module.css'
import { PanelError } from '../../shared/panel-error.tsx'
import { When } from '../../shared/when.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { largeFiles } from './queries.ts'
import { type FileView, unusedChoices, viewNames } from './storage-search.ts'
import styles from './storage.module.css'

type Row = Answer['items'][number]

interface LargeFilesProps {
  view: FileView
  days: number
  onDays: (days: number) => void
}

export function LargeFiles({ view, days, onDays }: LargeFilesProps) {
  const answer = useQuery(largeFiles(view === 'unused' ? days : undefined))
  const { data, error } = answer
  return (
    <>
      {view === 'unused' ? (
        <div className={styles['shape']}>
          <SelectField
            label={message('storage.unusedFor')}
            options={unusedChoices.map((count) => ({
              value: String(count),
              label: message('storage.days', { count }),
            }))}
            value={String(days)}
            onChange={(next) => onDays(Number(next))}
          />
        </div>
      ) : null}
      {error === null ? null : (
        <PanelError
          title={message('storage.filesFailed')}
          error={error}
          onRetry={() => void answer.refetch()}
        />
      )}
      {data === undefined ? null : data.items.length === 0 ? (
        <Empty
          title={message(view === 'unused' ? 'storage.noUnused' : 'storage.noLarge')}
          text={message('storage.noLargeText', { size: size(data.leastSize) })}
        />
      ) : (
        <DataTable
          label={message(viewNames[view])}
          rows={data.items}
          total={data.items.length}
          columns={columnsOf()}
          rowKey={idOf}
          rowHeight={44}
          card={fileCard}
        />
      )}
    </>
  )
}

const idOf = ({ repository, path }: Row) => `${repository}/${path}`

const columnsOf = (): Column<Row>[] => [
  {
    id: 'path',
    header: message('storage.file'),
    width: 'minmax(14rem, 1fr)',
    cell: (row) => <Place row={row} />,
  },
  {
    id: 'size',
    header: message('storage.size'),
    width: '8rem',
    isNumber: true,
    cell: (row) => size(row.size),
  },
  {
    id: 'created',
    header: message('storage.created'),
    width: '9rem',
    cell: ({ createdAt }) => <When at={createdAt} />,
  },
  {
    id: 'downloaded',
    header: message('storage.lastDownload'),
    width: '9rem',
    cell: ({ downloadedAt }) =>
      downloadedAt === null ? message('storage.neverDownloaded') : <When at={downloadedAt} />,
  },
]

const Place = ({ row }: { row: Row }) => (
  <Link to="/repos/$" params={{ _splat: `tree/General/${idOf(row)}` }} title={idOf(row)}>
    {idOf(row)}
  </Link>
)

const fileCard = (row: Row) => (
  <div className={lists['card']}>
    <span className={lists['cut']}>
      <Place row={row} />
    </span>
    <span className={styles['cardSize']}>{size(row.size)}</span>
  </div>
)
