import type { License } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { exactDate } from '../../lib/time.ts'
import { Empty } from '../../shared/empty.tsx'
import { When } from '../../shared/when.tsx'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { DeleteIcon } from '../../ui/icons.ts'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from './licenses.module.css'

interface LicenseTableProps {
  licenses: License[]
  onRemove: (license: License) => void
}

export function LicenseTable({ licenses, onRemove }: LicenseTableProps) {
  if (licenses.length === 0)
    return (
      <Card>
        <Empty title={message('licenses.emptyTitle')} text={message('licenses.emptyText')} />
      </Card>
    )
  return (
    <Card>
      <SimpleTable
        label={message('licenses.installed')}
        rows={licenses}
        rowKey={({ id }) => id}
        columns={columnsFor(onRemove)}
      />
    </Card>
  )
}

const columnsFor = (onRemove: (license: License) => void) => [
  { header: message('licenses.key'), cell: keyCell },
  { header: message('licenses.type'), cell: typeCell },
  { header: message('licenses.nodes'), cell: nodesCell, isExtra: true },
  { header: message('licenses.expires'), cell: endCell },
  { header: message('licenses.state'), cell: stateCell },
  {
    header: message('licenses.actions'),
    cell: (license: License) => (
      <IconButton
        icon={DeleteIcon}
        size={28}
        label={message('licenses.removeWhat', { key: nameOf(license) })}
        onClick={() => onRemove(license)}
      />
    ),
  },
]

const typeCell = ({ type, licensedTo }: License) => (
  <>
    <span className={styles['name']}>{type ?? message('shared.notGiven')}</span>
    <span className={styles['under']}>{licensedTo}</span>
  </>
)

const nodesCell = ({ nodes }: License) => (nodes === null ? message('licenses.any') : nodes)

const endCell = ({ validThrough }: License) =>
  validThrough === null ? message('licenses.never') : exactDate(validThrough)

export const nameOf = ({ keyEnd, id }: License) =>
  id === 'built-in' ? message('licenses.builtIn') : `…${keyEnd}`

function keyCell(license: License) {
  const { addedAt, addedBy } = license
  return (
    <>
      <span className={license.id === 'built-in' ? styles['name'] : styles['key']}>{nameOf(license)}</span>
      {addedAt === null ? null : (
        <span className={styles['under']}>
          <When at={addedAt} /> · {addedBy}
        </span>
      )}
    </>
  )
}

const states = {
  valid: { look: 'ok', text: 'licenses.valid' },
  expired: { look: 'error', text: 'licenses.expired' },
  'not-trusted': { look: 'error', text: 'licenses.notTrusted' },
} as const

function stateCell({ state, isActive }: License) {
  const { look, text } = states[state]
  return (
    <span className={styles['states']}>
      <Tag look={look}>{message(text)}</Tag>
      {isActive ? <Tag look="accent">{message('licenses.inUse')}</Tag> : null}
    </span>
  )
}
