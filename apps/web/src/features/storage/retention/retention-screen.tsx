// The rules that say how long files are kept.
import type { RetentionRule } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Link } from '../../../lib/link.tsx'
import { message } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { count } from '../../../lib/numbers.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { Breadcrumb } from '../../../shared/breadcrumb.tsx'
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx'
import { Empty } from '../../../shared/empty.tsx'
import { NameChips } from '../../../shared/name-chips.tsx'
import { PageHead } from '../../../shared/page-head.tsx'
import { LoadedRows } from '../../../shared/loaded.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { DeleteIcon, PlusIcon } from '../../../ui/icons.ts'
import { type SimpleColumn, SimpleTable } from '../../../ui/simple-table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { PoliciesCard } from '../policies/policies-card.tsx'
import { crumbs } from './crumbs.ts'
import { ruleList, rulesPath, useRemoveRule } from './queries.ts'
import styles from './retention.module.css'
import { ruleText } from './rule-words.ts'

export function RetentionScreen() {
  const list = useQuery(ruleList)
  const navigate = useNavigate()
  const [removing, setRemoving] = useState<string | undefined>(undefined)
  useShortcuts({ create: () => void navigate({ to: `${rulesPath}/new` }) })
  const { data } = list
  return (
    <>
      <Breadcrumb crumbs={[...crumbs(), { text: message('retention.title') }]} />
      <PageHead
        title={message('retention.title')}
        amount={data === undefined ? undefined : count(data.length)}
      >
        <Link to={`${rulesPath}/new`} className={buttonClass('filled')}>
          <PlusIcon size="1rem" stroke={1.5} aria-hidden="true" />
          {message('retention.new')}
        </Link>
      </PageHead>
      <div className={styles['cards']}>
        <Card>
          <LoadedRows query={list} failed={message('retention.failed')}>
            {(rules) => <Rules rules={rules} onRemove={setRemoving} />}
          </LoadedRows>
        </Card>
        <PoliciesCard />
      </div>
      {removing === undefined ? null : (
        <RemoveDialog name={removing} onClose={() => setRemoving(undefined)} />
      )}
    </>
  )
}

function Rules({ rules, onRemove }: { rules: RetentionRule[]; onRemove: (name: string) => void }) {
  if (rules.length === 0)
    return <Empty title={message('retention.emptyTitle')} text={message('retention.emptyText')} />
  return (
    <SimpleTable
      label={message('retention.title')}
      rows={rules.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))}
      rowKey={({ name }) => name}
      columns={columnsOf(onRemove)}
    />
  )
}

const columnsOf = (onRemove: (name: string) => void): SimpleColumn<RetentionRule>[] => [
  {
    header: message('retention.name'),
    cell: ({ name }) => (
      <Link to={`${rulesPath}/edit/$ruleName`} params={{ ruleName: name }}>
        {name}
      </Link>
    ),
  },
  {
    header: message('retention.repositories'),
    isExtra: true,
    cell: ({ repositories }) => <NameChips names={repositories} />,
  },
  { header: message('retention.what'), cell: ruleText },
  {
    header: message('retention.runs'),
    isExtra: true,
    cell: ({ isOn }) => (
      <Tag look={isOn ? 'accent' : 'quiet'}>{message(isOn ? 'retention.daily' : 'retention.whenAsked')}</Tag>
    ),
  },
  {
    header: message('retention.remove'),
    cell: ({ name }) => (
      <IconButton
        icon={DeleteIcon}
        size={28}
        label={message('retention.removeNamed', { name })}
        onClick={() => onRemove(name)}
      />
    ),
  },
]

function RemoveDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const remove = useRemoveRule()
  const done = () => {
    notify('success', message('retention.removed', { name }))
    onClose()
  }
  return (
    <ConfirmDialog
      title={message('retention.removeNamed', { name })}
      action={message('retention.removeRule')}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { name } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>{message('retention.removeText')}</p>
    </ConfirmDialog>
  )
}
