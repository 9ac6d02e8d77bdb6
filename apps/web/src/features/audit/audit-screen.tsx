// The audit log: what was done to people, rights and credentials, newest first. It cannot be changed here.
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { message } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Empty } from '../../shared/empty.tsx'
import lists from '../../shared/list-page.module.css'
import { PageHead } from '../../shared/page-head.tsx'
import { PagedList, usePagedRows } from '../../shared/paged-list.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ExportIcon } from '../../ui/icons.ts'
import { AuditEntryPanel } from './audit-entry-panel.tsx'
import styles from './audit-screen.module.css'
import { type AuditSearch, hasFilter, parseAuditSearch } from './audit-search.ts'
import { AuditTable } from './audit-table.tsx'
import { AuditToolbar } from './audit-toolbar.tsx'
import { auditPages, csvAddress } from './queries.ts'

export function AuditScreen() {
  const search = useSearchParams(parseAuditSearch)
  const navigate = useNavigate()
  const change = useCallback(
    (change: AuditSearch, replace = false) =>
      void navigate({
        to: '/admin/security/audit',
        search: { ...search, entry: undefined, ...change },
        replace,
      }),
    [navigate, search],
  )
  return (
    <>
      <PageHead title={message('shell.audit')}>
        <a className={buttonClass('outlined')} href={csvAddress(search)} download>
          <ExportIcon size="1rem" stroke={1.5} aria-hidden="true" />
          {message('audit.export')}
        </a>
      </PageHead>
      <AuditToolbar search={search} onChange={change} />
      <AuditList search={search} onChange={change} />
    </>
  )
}

interface ListProps {
  search: AuditSearch
  onChange: (change: AuditSearch, replace?: boolean) => void
}

function AuditList({ search, onChange }: ListProps) {
  const list = usePagedRows(auditPages(search))
  const opened = list.rows?.find(({ id }) => String(id) === search.entry)
  return (
    <div className={styles['split']}>
      <Card fills className={lists['list']}>
        <PagedList
          list={list}
          failed={message('audit.failed')}
          empty={<NoEntries search={search} onChange={onChange} />}
          complete={(count) => message('audit.countLoaded', { count })}
          hints={[
            { keys: ['j', 'k'], text: message('shared.keyMove') },
            { keys: ['Enter'], text: message('shared.keyOpen') },
          ]}
          rowHeight={40}
        >
          {(rows, isDimmed) => (
            <AuditTable
              rows={rows}
              total={list.total}
              search={search}
              onEnd={list.loadMore}
              isDimmed={isDimmed}
            />
          )}
        </PagedList>
      </Card>
      {opened === undefined ? null : (
        <AuditEntryPanel entry={opened} onClose={() => onChange({ entry: undefined })} onFilter={onChange} />
      )}
    </div>
  )
}

function NoEntries({ search, onChange }: ListProps) {
  if (!hasFilter(search)) return <Empty title={message('audit.none')} />
  return (
    <Empty title={message('audit.noneMatch')}>
      <Button look="plain" onClick={() => onChange(noFilters)}>
        {message('audit.clear')}
      </Button>
    </Empty>
  )
}

const noFilters: AuditSearch = {
  kind: undefined,
  actor: undefined,
  target: undefined,
  outcome: undefined,
  since: undefined,
}
