import type { ContactRequest } from '@bindery/contracts'
import { useMemo } from 'react'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import lists from '../../shared/list-page.module.css'
import { When } from '../../shared/when.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { countryName } from './countries.ts'
import { requestsPath } from './request-search.ts'
import { RequestState } from './request-state.tsx'
import { topicLabel } from './topics.ts'

interface RequestTableProps {
  rows: ContactRequest[]
  total: number
  isDimmed: boolean
  onEnd: () => void
}

export function RequestTable(props: RequestTableProps) {
  const columns = useMemo(() => columnsOf(), [])
  return (
    <DataTable
      {...props}
      label={message('shell.contactRequests')}
      columns={columns}
      rowKey={({ id }) => id}
      rowHeight={44}
      sort={{ column: 'at', isDescending: true }}
      card={renderCard}
    />
  )
}

const renderCard = (row: ContactRequest) => <RequestCard request={row} />

const columnsOf = (): Column<ContactRequest>[] => [
  { id: 'at', header: message('contact.columnTime'), width: '9rem', cell: ({ at }) => <When at={at} /> },
  {
    id: 'who',
    header: message('contact.columnWho'),
    width: 'minmax(10rem, 1fr)',
    cell: (request) => (
      <div className={lists['words']}>
        <Name request={request} />
        <span className={lists['small']}>{request.email}</span>
      </div>
    ),
  },
  {
    id: 'topic',
    header: message('contact.columnTopic'),
    width: 'minmax(9rem, 13rem)',
    cell: ({ topic }) => topicLabel(topic),
  },
  {
    id: 'comment',
    header: message('contact.columnComment'),
    width: 'minmax(8rem, 2fr)',
    cell: ({ comment }) => <span className={lists['cut']}>{comment}</span>,
  },
  {
    id: 'country',
    header: message('spec.contactCountry'),
    width: '9rem',
    isExtra: true,
    cell: ({ country }) => countryName(country),
  },
  {
    id: 'state',
    header: message('contact.columnState'),
    width: '8rem',
    cell: (request) => <RequestState request={request} />,
  },
]

function Name({ request }: { request: ContactRequest }) {
  return (
    <Link to={requestsPath} search={{ request: request.id }} className={lists['name']} preload={false}>
      {request.firstName} {request.lastName}
    </Link>
  )
}

function RequestCard({ request }: { request: ContactRequest }) {
  return (
    <div className={lists['card']}>
      <div className={lists['words']}>
        <Name request={request} />
        <span className={lists['small']}>
          {topicLabel(request.topic)} · <When at={request.at} />
        </span>
      </div>
      <RequestState request={request} />
    </div>
  )
}
