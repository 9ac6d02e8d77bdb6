import type { ItemDetails, RecentDownload } from '@bindery/contracts'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { message } from '../../../lib/messages.ts'
import { When } from '../../../shared/when.tsx'
import { Card, CardHead } from '../../../ui/card.tsx'
import { SimpleTable } from '../../../ui/simple-table.tsx'
import { itemDownloads } from '../queries.ts'

/** Those that the server remembers; without any there is nothing to show. */
export function LatestDownloads({ item }: { item: ItemDetails }) {
  const { data = [] } = useQuery(itemDownloads({ repository: item.repository, path: item.path }))
  if (data.length === 0) return null
  return (
    <Card label={message('artifacts.latestDownloads')}>
      <CardHead>
        <h3>{message('artifacts.latestDownloads')}</h3>
      </CardHead>
      <SimpleTable
        label={message('artifacts.latestDownloads')}
        rows={data}
        rowKey={({ at, by, client }) => `${at} ${by} ${client}`}
        columns={columns()}
      />
    </Card>
  )
}

const columns = (): { header: string; cell: (download: RecentDownload) => ReactNode }[] => [
  { header: message('artifacts.when'), cell: ({ at }) => <When at={at} /> },
  { header: message('artifacts.who'), cell: ({ by }) => by },
  { header: message('artifacts.through'), cell: ({ through }) => through },
  { header: message('artifacts.client'), cell: ({ client }) => client.split(' ', 1)[0] },
]
