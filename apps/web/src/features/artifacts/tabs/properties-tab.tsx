import type { ItemDetails } from '@bindery/contracts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { Empty } from '../../../shared/empty.tsx'
import { ChangeButton } from '../../../ui/button.tsx'
import { Card, CardBody, CardHead } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { DeleteIcon, EditIcon } from '../../../ui/icons.ts'
import { Notice } from '../../../ui/notice.tsx'
import { SimpleTable } from '../../../ui/simple-table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from '../item.module.css'
import { refreshPlaces } from '../refresh.ts'
import { changeProperties } from '../wire.ts'

type Property = ItemDetails['properties'][number]

interface Draft {
  key: string
  values: string
  isRecursive: boolean
}

const nothing: Draft = { key: '', values: '', isRecursive: false }

export function PropertiesTab({ item }: { item: ItemDetails }) {
  const [draft, setDraft] = useState<Draft>(nothing)
  const canChange = item.can['annotate'] === true
  const spot = { repository: item.heldBy, path: item.path }
  const change = useMutation({
    mutationFn: (props: Record<string, string[] | null>) => changeProperties(spot, props, draft.isRecursive),
    onSuccess: () => {
      setDraft(nothing)
      notify('success', message('artifacts.propertiesSaved'))
      return refreshPlaces([item.repository])
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const values = draft.values.split(',').map((value) => value.trim())
    if (draft.key.trim() !== '') change.mutate({ [draft.key.trim()]: values.filter((value) => value !== '') })
  }
  return (
    <>
      {canChange ? (
        <Card label={message('artifacts.addProperty')}>
          <CardHead>
            <h3>{message('artifacts.addProperty')}</h3>
          </CardHead>
          <CardBody>
            <form className={styles['form']} onSubmit={submit}>
              <div className={styles['row']}>
                <TextField
                  label={message('artifacts.propertyKey')}
                  value={draft.key}
                  required
                  onChange={(event) => setDraft({ ...draft, key: event.currentTarget.value })}
                />
                <TextField
                  label={message('artifacts.propertyValues')}
                  description={message('artifacts.propertyHelp')}
                  value={draft.values}
                  onChange={(event) => setDraft({ ...draft, values: event.currentTarget.value })}
                />
                <ChangeButton
                  type="submit"
                  size={36}
                  isBusy={change.isPending}
                  disabled={draft.key.trim() === ''}
                >
                  {message('artifacts.setProperty')}
                </ChangeButton>
              </div>
              {item.file === null ? (
                <Checkbox
                  label={message('artifacts.recursive')}
                  checked={draft.isRecursive}
                  onChange={(event) => setDraft({ ...draft, isRecursive: event.currentTarget.checked })}
                />
              ) : null}
              {change.error === null ? null : (
                <Notice look="error" isUrgent>
                  {change.error.message}
                </Notice>
              )}
            </form>
          </CardBody>
        </Card>
      ) : null}
      <Card label={message('artifacts.tabProperties')}>
        {item.properties.length === 0 ? (
          <Empty title={message('artifacts.noProperties')} text={message('artifacts.noPropertiesText')} />
        ) : (
          <Table
            properties={item.properties}
            canChange={canChange}
            onEdit={({ key, values }) => setDraft({ ...draft, key, values: values.join(', ') })}
            onRemove={({ key }) => change.mutate({ [key]: null })}
          />
        )}
      </Card>
    </>
  )
}

interface TableProps {
  properties: Property[]
  canChange: boolean
  onEdit: (property: Property) => void
  onRemove: (property: Property) => void
}

function Table(props: TableProps) {
  return (
    <SimpleTable
      label={message('artifacts.tabProperties')}
      rows={props.properties}
      rowKey={({ key }) => key}
      columns={columnsOf(props)}
    />
  )
}

interface Column {
  header: string
  cell: (property: Property) => ReactNode
}

const columnsOf = ({ canChange, onEdit, onRemove }: TableProps): Column[] => [
  { header: message('artifacts.propertyKey'), cell: ({ key }) => <code>{key}</code> },
  {
    header: message('artifacts.propertyValues'),
    cell: ({ values }) => (
      <span className={styles['values']}>
        {values.map((value) => (
          <Tag key={value}>{value}</Tag>
        ))}
      </span>
    ),
  },
  ...(canChange
    ? [
        {
          header: message('artifacts.change'),
          cell: (property: Property) => (
            <span className={styles['actions']}>
              <IconButton
                icon={EditIcon}
                size={28}
                label={message('artifacts.editProperty', { key: property.key })}
                onClick={() => onEdit(property)}
              />
              <IconButton
                icon={DeleteIcon}
                size={28}
                label={message('artifacts.removeProperty', { key: property.key })}
                onClick={() => onRemove(property)}
              />
            </span>
          ),
        },
      ]
    : []),
]
