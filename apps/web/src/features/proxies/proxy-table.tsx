import type { Proxy } from '@bindery/contracts'
import { useMemo } from 'react'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import lists from '../../shared/list-page.module.css'
import { NameChips } from '../../shared/name-chips.tsx'
import { When } from '../../shared/when.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { DeleteIcon, ProxyIcon, RefreshIcon, RefusedIcon, SuccessIcon } from '../../ui/icons.ts'
import { Tag } from '../../ui/tag.tsx'
import { draftOf, givenOf } from './proxy-draft.ts'
import { useTestProxy } from './queries.ts'

interface ProxyTableProps {
  rows: Proxy[]
  onRemove: (proxy: Proxy) => void
}

export function ProxyTable({ rows, onRemove }: ProxyTableProps) {
  const columns = useMemo(() => columnsOf(onRemove), [onRemove])
  const card = useMemo(() => cardOf(onRemove), [onRemove])
  return (
    <DataTable
      label={message('shell.proxies')}
      rows={rows}
      total={rows.length}
      columns={columns}
      rowKey={({ key }) => key}
      rowHeight={44}
      card={card}
    />
  )
}

const cardOf = (onRemove: (proxy: Proxy) => void) => (row: Proxy) => (
  <ProxyCard row={row} onRemove={onRemove} />
)

const columnsOf = (onRemove: (proxy: Proxy) => void): Column<Proxy>[] => [
  {
    id: 'key',
    header: message('network.name'),
    width: 'minmax(10rem, 1fr)',
    cell: (row) => (
      <span className={lists['cell']}>
        <ProxyIcon size="1rem" stroke={1.5} aria-hidden="true" />
        <ProxyLink row={row} />
      </span>
    ),
  },
  {
    id: 'host',
    header: message('network.host'),
    width: 'minmax(12rem, 1.4fr)',
    cell: ({ host }) => <code className={lists['cut']}>{host}</code>,
  },
  { id: 'port', header: message('network.port'), width: '5rem', isNumber: true, cell: ({ port }) => port },
  {
    id: 'usedBy',
    header: message('network.usedBy'),
    width: 'minmax(9rem, 1fr)',
    cell: ({ usedBy, isDefault }) =>
      usedBy.length === 0 && isDefault ? message('network.usedByRest') : <NameChips names={usedBy} />,
  },
  {
    id: 'default',
    header: message('network.default'),
    width: '6rem',
    cell: ({ isDefault }) =>
      isDefault ? <Tag look="accent">{message('network.default')}</Tag> : message('shared.notGiven'),
  },
  { id: 'test', header: message('network.test'), width: '13rem', cell: (row) => <LastTest row={row} /> },
  {
    id: 'actions',
    header: message('network.actions'),
    isHeaderHidden: true,
    width: '3rem',
    cell: (row) => <RemoveButton row={row} onRemove={onRemove} />,
  },
]

function ProxyLink({ row }: { row: Proxy }) {
  return (
    <Link
      to="/admin/proxies/configuration/edit/$proxyName"
      params={{ proxyName: row.key }}
      className={lists['name']}
    >
      {row.key}
    </Link>
  )
}

const RemoveButton = ({ row, onRemove }: { row: Proxy; onRemove: (proxy: Proxy) => void }) => (
  <IconButton
    icon={DeleteIcon}
    label={message('shared.removeWhat', { what: row.key })}
    size={28}
    onClick={() => onRemove(row)}
  />
)

/** How the saved settings did when they were tried last, and a way to try them again. */
function LastTest({ row }: { row: Proxy }) {
  const test = useTestProxy()
  const { lastTest } = row
  if (lastTest === null) return <span className={lists['small']}>{message('network.notTested')}</span>
  const Glyph = lastTest.isPassed ? SuccessIcon : RefusedIcon
  const again = () =>
    test.mutate({ body: { type: 'proxy', url: lastTest.url, settings: givenOf(draftOf(row)) } })
  return (
    <span className={lists['cell']} aria-busy={test.isPending || undefined}>
      <span className={lists['state']} data-look={lastTest.isPassed ? 'ok' : 'error'} title={lastTest.url}>
        <Glyph
          size="1rem"
          stroke={1.75}
          aria-label={message(lastTest.isPassed ? 'shared.passed' : 'shared.failedStep')}
        />
        {lastTest.isPassed ? (
          message('shared.milliseconds', { count: lastTest.milliseconds })
        ) : (
          <When at={lastTest.at} />
        )}
      </span>
      <IconButton
        icon={RefreshIcon}
        label={message('network.testAgain', { name: row.key })}
        size={28}
        disabled={test.isPending}
        onClick={again}
      />
    </span>
  )
}

function ProxyCard({ row, onRemove }: { row: Proxy; onRemove: (proxy: Proxy) => void }) {
  return (
    <div className={lists['card']}>
      <ProxyIcon size="1.25rem" stroke={1.5} aria-hidden="true" />
      <div className={lists['words']}>
        <ProxyLink row={row} />
        <span className={lists['small']}>
          {row.host}:{row.port}
          {row.isDefault ? ` · ${message('network.isDefault')}` : null}
        </span>
      </div>
      <RemoveButton row={row} onRemove={onRemove} />
    </div>
  )
}
