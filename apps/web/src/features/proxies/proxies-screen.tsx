// The proxies that requests to other servers may go through.
import type { Proxy } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { count } from '../../lib/numbers.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { Empty } from '../../shared/empty.tsx'
import lists from '../../shared/list-page.module.css'
import { LoadedRows } from '../../shared/loaded.tsx'
import { NewLink } from '../../shared/new-link.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { Card, CardFoot } from '../../ui/card.tsx'
import { ProxyTable } from './proxy-table.tsx'
import { proxyList, useRemoveProxy } from './queries.ts'

const newPath = '/admin/proxies/configuration/new'

export function ProxiesScreen() {
  const list = useQuery(proxyList)
  const navigate = useNavigate()
  const [removing, setRemoving] = useState<Proxy>()
  useShortcuts({ create: () => void navigate({ to: newPath }) })
  return (
    <>
      <PageHead
        title={message('shell.proxies')}
        amount={list.data === undefined ? undefined : count(list.data.length)}
      >
        <NewLink to={newPath}>{message('shell.newProxy')}</NewLink>
      </PageHead>
      <Card fills className={lists['list']}>
        <LoadedRows query={list} failed={message('network.proxiesFailed')}>
          {(rows) => <List rows={rows} onRemove={setRemoving} />}
        </LoadedRows>
      </Card>
      {removing === undefined ? null : (
        <RemoveDialog proxy={removing} onClose={() => setRemoving(undefined)} />
      )}
    </>
  )
}

function List({ rows, onRemove }: { rows: Proxy[]; onRemove: (proxy: Proxy) => void }) {
  if (rows.length === 0)
    return <Empty title={message('network.proxiesEmptyTitle')} text={message('network.proxiesEmptyText')} />
  return (
    <>
      <ProxyTable rows={rows} onRemove={onRemove} />
      <CardFoot>
        <span role="status">{message('network.proxiesLoaded', { count: rows.length })}</span>
      </CardFoot>
    </>
  )
}

function RemoveDialog({ proxy, onClose }: { proxy: Proxy; onClose: () => void }) {
  const remove = useRemoveProxy()
  return (
    <ConfirmDialog
      title={message('network.removeTitle', { name: proxy.key })}
      action={message('network.removeProxy')}
      isBusy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { key: proxy.key } },
          {
            onSuccess: () => {
              notify('success', message('network.proxyRemoved', { name: proxy.key }))
              onClose()
            },
          },
        )
      }
    >
      <p>{message(proxy.isDefault ? 'network.removeDefaultText' : 'network.removeText')}</p>
    </ConfirmDialog>
  )
}
