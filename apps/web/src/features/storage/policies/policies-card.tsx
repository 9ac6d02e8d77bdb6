// The clean-up policies that clients of Artifactory know, beside our own rules.
import type { CleanupPolicyState } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from '../../../lib/link.tsx'
import { message } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { exactTime } from '../../../lib/time.ts'
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx'
import { Empty } from '../../../shared/empty.tsx'
import { LoadedRows } from '../../../shared/loaded.tsx'
import { buttonClass, ChangeButton } from '../../../ui/button.tsx'
import { Card, CardHead } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { DeleteIcon } from '../../../ui/icons.ts'
import { SimpleTable } from '../../../ui/simple-table.tsx'
import styles from '../retention/retention.module.css'
import { runText } from '../retention/run-history.tsx'
import { policyText } from './policy-words.ts'
import { policiesPath, policyList, useEnablePolicy, useRemovePolicy } from './queries.ts'

export function PoliciesCard() {
  const list = useQuery(policyList)
  const [removing, setRemoving] = useState<string | undefined>(undefined)
  return (
    <Card label={message('policies.title')}>
      <CardHead>
        <h2 className={styles['title']}>{message('policies.title')}</h2>
        <Link to={`${policiesPath}/new`} className={buttonClass('outlined', 28)}>
          {message('policies.new')}
        </Link>
      </CardHead>
      <LoadedRows query={list} failed={message('policies.failed')}>
        {(policies) => <Policies policies={policies} onRemove={setRemoving} />}
      </LoadedRows>
      {removing === undefined ? null : (
        <RemoveDialog policyKey={removing} onClose={() => setRemoving(undefined)} />
      )}
    </Card>
  )
}

interface PoliciesProps {
  policies: CleanupPolicyState[]
  onRemove: (key: string) => void
}

function Policies({ policies, onRemove }: PoliciesProps) {
  if (policies.length === 0)
    return <Empty title={message('policies.emptyTitle')} text={message('policies.emptyText')} />
  return (
    <SimpleTable
      label={message('policies.title')}
      rows={policies.toSorted((a, b) => a.policy.key.localeCompare(b.policy.key, 'en'))}
      rowKey={({ policy }) => policy.key}
      columns={columnsOf(onRemove)}
    />
  )
}

const columnsOf = (
  onRemove: (key: string) => void,
): { header: string; cell: (state: CleanupPolicyState) => ReactNode; isExtra?: boolean }[] => [
  {
    header: message('retention.name'),
    cell: ({ policy: { key } }) => (
      <Link to={`${policiesPath}/edit/$policyKey`} params={{ policyKey: key }}>
        {key}
      </Link>
    ),
  },
  { header: message('retention.what'), cell: ({ policy }) => policyText(policy), isExtra: true },
  {
    header: message('policies.lastRun'),
    cell: ({ lastRun }) => (lastRun === null ? message('care.never') : runText(lastRun)),
    isExtra: true,
  },
  {
    header: message('policies.nextRun'),
    cell: ({ nextRunAt }) => (nextRunAt === null ? message('retention.whenAsked') : exactTime(nextRunAt)),
  },
  {
    header: message('policies.state'),
    cell: ({ policy }) => <Switch name={policy.key} isOn={policy.enabled} />,
  },
  {
    header: message('retention.remove'),
    cell: ({ policy: { key } }) => (
      <IconButton
        icon={DeleteIcon}
        size={28}
        label={message('retention.removeNamed', { name: key })}
        onClick={() => onRemove(key)}
      />
    ),
  },
]

function Switch({ name, isOn }: { name: string; isOn: boolean }) {
  const enable = useEnablePolicy()
  const change = () =>
    enable.mutate(
      { params: { key: name }, body: { enabled: !isOn } },
      { onError: (error) => notify('error', error.message) },
    )
  return (
    <ChangeButton
      size={28}
      isBusy={enable.isPending}
      aria-label={message(isOn ? 'policies.switchOffNamed' : 'policies.switchOnNamed', { name })}
      onClick={change}
    >
      {message(isOn ? 'policies.switchOff' : 'policies.switchOn')}
    </ChangeButton>
  )
}

function RemoveDialog({ policyKey: key, onClose }: { policyKey: string; onClose: () => void }) {
  const remove = useRemovePolicy()
  const done = () => {
    notify('success', message('policies.removed', { name: key }))
    onClose()
  }
  return (
    <ConfirmDialog
      title={message('retention.removeNamed', { name: key })}
      action={message('policies.remove')}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { key } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>{message('policies.removeText')}</p>
    </ConfirmDialog>
  )
}
