import type { ItemBuild, ItemDetails } from '@bindery/contracts'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '../../../lib/link.tsx'
import { message } from '../../../lib/messages.ts'
import { Empty } from '../../../shared/empty.tsx'
import { LoadedRows } from '../../../shared/loaded.tsx'
import { When } from '../../../shared/when.tsx'
import { Card } from '../../../ui/card.tsx'
import { SimpleTable } from '../../../ui/simple-table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { itemBuilds } from '../queries.ts'

/** Builds that made the file or used it, found by its digest. */
export function BuildsTab({ item }: { item: ItemDetails }) {
  const builds = useQuery(itemBuilds({ repository: item.repository, path: item.path }))
  return (
    <Card label={message('artifacts.tabBuilds')}>
      <LoadedRows query={builds} failed={message('artifacts.buildsFailed')} count={4} height={40}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={message('artifacts.noBuilds')} text={message('artifacts.noBuildsText')} />
          ) : (
            <SimpleTable
              label={message('artifacts.tabBuilds')}
              rows={items}
              rowKey={({ name, number, module, relation }) => `${relation} ${name} ${number} ${module}`}
              columns={columns()}
            />
          )
        }
      </LoadedRows>
    </Card>
  )
}

const columns = (): { header: string; cell: (build: ItemBuild) => ReactNode }[] => [
  {
    header: message('artifacts.build'),
    cell: ({ name, number }) => (
      <Link to="/builds/$name/$number" params={{ name, number }}>{`${name} #${number}`}</Link>
    ),
  },
  {
    header: message('artifacts.relation'),
    cell: ({ relation }) => (
      <Tag look={relation === 'produced' ? 'accent' : 'quiet'}>
        {message(relation === 'produced' ? 'artifacts.produced' : 'artifacts.used')}
      </Tag>
    ),
  },
  { header: message('artifacts.module'), cell: ({ module }) => module },
  { header: message('artifacts.started'), cell: ({ started }) => <When at={started} /> },
]
