import type { AccessEntry, ItemDetails } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { AccessTester, type Question } from '../../../shared/access/access-tester.tsx'
import { actionLabels } from '../../../shared/access/actions.ts'
import { Empty } from '../../../shared/empty.tsx'
import { LoadedRows } from '../../../shared/loaded.tsx'
import { Card, CardFoot } from '../../../ui/card.tsx'
import { SimpleTable } from '../../../ui/simple-table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import styles from '../item.module.css'
import { itemAccess } from '../queries.ts'

/** Who may do what here, and a question to the rules. */
export function AccessTab({ item }: { item: ItemDetails }) {
  const spot = { repository: item.repository, path: item.path }
  const access = useQuery(itemAccess(spot))
  const path = item.path === '' ? item.heldBy : `${item.heldBy}/${item.path}`
  const [question, setQuestion] = useState<Question>({
    subject: '',
    action: 'deploy',
    section: 'artifact',
    path,
  })
  return (
    <>
      <Card label={message('artifacts.whoMay')}>
        <LoadedRows query={access} failed={message('artifacts.accessFailed')} count={4} height={40}>
          {({ items, administrators }) => (
            <>
              {items.length === 0 ? (
                <Empty title={message('artifacts.nobody')} />
              ) : (
                <Entries entries={items} />
              )}
              <CardFoot>{message('artifacts.administrators', { count: administrators })}</CardFoot>
            </>
          )}
        </LoadedRows>
      </Card>
      <AccessTester question={question} onChange={setQuestion} />
    </>
  )
}

function Entries({ entries }: { entries: AccessEntry[] }) {
  return (
    <SimpleTable
      label={message('artifacts.whoMay')}
      rows={entries}
      rowKey={({ kind, name }) => `${kind} ${name}`}
      columns={columns()}
    />
  )
}

const columns = (): { header: string; cell: (entry: AccessEntry) => ReactNode }[] => [
  {
    header: message('artifacts.who'),
    cell: ({ kind, name }) => (
      <span className={styles['chips']}>
        {name}
        <Tag>{message(kind === 'group' ? 'artifacts.group' : 'artifacts.user')}</Tag>
      </span>
    ),
  },
  {
    header: message('artifacts.may'),
    cell: ({ actions }) => actions.map((action) => message(actionLabels[action])).join(', '),
  },
  { header: message('artifacts.givenBy'), cell: ({ through }) => through.join(', ') },
]
