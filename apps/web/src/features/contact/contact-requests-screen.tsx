// What people sent by the contact form, and whether it reached the desk.
import { useQuery } from '@tanstack/react-query'
import type { ContactRequest } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { Empty } from '../../shared/empty.tsx'
import lists from '../../shared/list-page.module.css'
import { PageHead } from '../../shared/page-head.tsx'
import { PagedList, usePagedRows } from '../../shared/paged-list.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './contact-requests.module.css'
import { contactTarget, requestPages, useRemoveRequest } from './queries.ts'
import { RequestDialog } from './request-dialog.tsx'
import { parseRequestSearch, requestsPath } from './request-search.ts'
import { RequestTable } from './request-table.tsx'

export function ContactRequestsScreen() {
  const list = usePagedRows(requestPages)
  const { request: opened } = useSearchParams(parseRequestSearch)
  const navigate = useNavigate()
  const close = () => void navigate({ to: requestsPath, search: {} })
  const [removing, setRemoving] = useState<ContactRequest | undefined>(undefined)
  // From the list, so that the dialog follows what happens to the request.
  const request = list.rows?.find(({ id }) => id === opened)
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: message('spec.administration'), to: '/admin' },
          { text: message('shell.groupPlatform'), to: '/admin/configuration/mail' },
          { text: message('shell.contactRequests') },
        ]}
      />
      <PageHead title={message('shell.contactRequests')} />
      <Target />
      <Card fills className={lists['list']}>
        <PagedList
          list={list}
          failed={message('contact.failed')}
          empty={<Empty title={message('contact.none')} text={message('contact.noneText')} />}
          complete={(count) => message('contact.countLoaded', { count })}
          hints={[{ keys: ['j', 'k'], text: message('shared.keyMove') }]}
        >
          {(rows, isDimmed) => (
            <RequestTable rows={rows} total={list.total} isDimmed={isDimmed} onEnd={list.loadMore} />
          )}
        </PagedList>
      </Card>
      {request === undefined ? null : (
        <RequestDialog
          request={request}
          onClose={close}
          onRemove={() => {
            close()
            setRemoving(request)
          }}
        />
      )}
      {removing === undefined ? null : (
        <RemoveDialog request={removing} onClose={() => setRemoving(undefined)} />
      )}
    </>
  )
}

/** Where requests go; said first, because without it they wait here for somebody to look. */
function Target() {
  const { data } = useQuery(contactTarget)
  if (data === undefined) return null
  return (
    <div className={styles['target']}>
      {data.kind === 'none' ? (
        <Notice>{message('contact.targetNone')}</Notice>
      ) : (
        <p>
          {message(data.kind === 'mail' ? 'contact.targetMail' : 'contact.targetUrl', {
            address: data.address,
          })}
        </p>
      )}
    </div>
  )
}

function RemoveDialog({ request, onClose }: { request: ContactRequest; onClose: () => void }) {
  const remove = useRemoveRequest()
  const name = `${request.firstName} ${request.lastName}`
  const run = () =>
    remove.mutate(
      { params: { id: request.id } },
      {
        onSuccess: () => {
          notify('success', message('contact.removed'))
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      title={message('contact.removeTitle')}
      action={message('contact.remove')}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={run}
      onClose={onClose}
    >
      <p>{message('contact.removeText', { name })}</p>
    </ConfirmDialog>
  )
}
