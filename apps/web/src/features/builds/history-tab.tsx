import type { BuildStatus } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { Empty } from '../../shared/empty.tsx'
import { When } from '../../shared/when.tsx'
import { Card } from '../../ui/card.tsx'
import { type SimpleColumn, SimpleTable } from '../../ui/simple-table.tsx'
import { StatusTag } from './status-tag.tsx'

/** Promotions, the last one first. */
export function HistoryTab({ statuses }: { statuses: BuildStatus[] }) {
  if (statuses.length === 0)
    return (
      <Card>
        <Empty title={message('builds.noHistory')} text={message('builds.noHistoryText')} />
      </Card>
    )
  return (
    <Card>
      <SimpleTable
        label={message('builds.history')}
        rows={statuses}
        rowKey={({ status, at, comment }) => `${at} ${status} ${comment}`}
        columns={columnsOf()}
      />
    </Card>
  )
}

const columnsOf = (): SimpleColumn<BuildStatus>[] => [
  {
    header: message('builds.status'),
    // A promotion may move files without a word about the build.
    cell: ({ status }) => (status === '' ? message('shared.notGiven') : <StatusTag status={status} />),
  },
  { header: message('builds.when'), cell: ({ at }) => <When at={at} /> },
  {
    header: message('builds.who'),
    cell: ({ by, ciUser }) => by || ciUser || message('shared.notGiven'),
  },
  {
    header: message('builds.target'),
    cell: ({ repository }) => repository || message('shared.notGiven'),
  },
  { header: message('builds.comment'), cell: ({ comment }) => comment },
]
