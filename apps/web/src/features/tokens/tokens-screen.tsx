// Every token of the installation: whose, what for, when it was last used, when it ends.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message } from '../../lib/messages.ts'
import { count } from '../../lib/numbers.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useSelection } from '../../lib/selection.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Empty } from '../../shared/empty.tsx'
import lists from '../../shared/list-page.module.css'
import { PageHead } from '../../shared/page-head.tsx'
import { PagedList, usePagedRows } from '../../shared/paged-list.tsx'
import { Button, ChangeButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PlusIcon } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { tokenCounts, tokenPages } from './queries.ts'
import { RevokeBar } from './revoke-bar.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { parseTokenSearch, type TokenSearch } from './token-search.ts'
import { TokenTable } from './token-table.tsx'
import { TokenToolbar } from './token-toolbar.tsx'
import styles from './tokens.module.css'

const CreateDialog = lazyPart(() => import('./create-dialog.tsx'), 'CreateDialog')

export function TokensScreen() {
  const search = useSearchParams(parseTokenSearch)
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const counts = useQuery(tokenCounts(search)).data
  const change = useCallback(
    (change: TokenSearch, replace = false) =>
      void navigate({ to: '/admin/management/tokens', search: { ...search, ...change }, replace }),
    [navigate, search],
  )
  useShortcuts({ create: () => setCreating(true) })
  const endless = counts?.['no-expiry'] ?? 0
  return (
    <>
      <PageHead title={message('shell.tokens')} amount={counts === undefined ? undefined : count(counts.all)}>
        <ChangeButton look="filled" icon={PlusIcon} onClick={() => setCreating(true)}>
          {message('tokens.create')}
        </ChangeButton>
      </PageHead>
      {endless > 0 && search.filter === undefined ? (
        <div className={styles['banner']}>
          <Notice look="warn">
            {message('tokens.endless', { count: endless })}{' '}
            <Button look="plain" size={28} onClick={() => change({ filter: 'no-expiry' })}>
              {message('tokens.showThem')}
            </Button>
          </Notice>
        </div>
      ) : null}
      <TokenList search={search} onChange={change} />
      <Suspense fallback={null}>
        {isCreating ? <CreateDialog onClose={() => setCreating(false)} /> : null}
      </Suspense>
    </>
  )
}

interface TokenListProps {
  search: TokenSearch
  onChange: (change: TokenSearch, replace?: boolean) => void
}

function TokenList({ search, onChange }: TokenListProps) {
  const list = usePagedRows(tokenPages(search))
  const order = useMemo(() => (list.rows ?? []).map(({ id }) => id), [list.rows])
  const selection = useSelection(order)
  const selected = order.filter((id) => selection.keys.has(id))
  const [revoking, setRevoking] = useState<string[]>([])
  const isFiltered = search.search !== undefined || search.filter !== undefined
  return (
    <>
      {selected.length === 0 ? (
        <TokenToolbar search={search} onChange={onChange} />
      ) : (
        <RevokeBar
          amount={selected.length}
          loaded={order.length}
          onSelectAll={() => selection.set(order)}
          onClear={selection.clear}
          onRevoke={() => setRevoking(selected)}
        />
      )}
      <Card fills className={lists['list']}>
        <PagedList
          list={list}
          failed={message('tokens.failed')}
          empty={
            <Empty
              title={message(isFiltered ? 'tokens.noneMatch' : 'tokens.empty')}
              text={isFiltered ? undefined : message('tokens.emptyText')}
            >
              {isFiltered ? (
                <Button look="plain" onClick={() => onChange({ search: undefined, filter: undefined })}>
                  {message('tokens.clearFilters')}
                </Button>
              ) : null}
            </Empty>
          }
          complete={(amount) => message('tokens.loaded', { count: amount })}
          hints={[
            { keys: ['j', 'k'], text: message('shared.keyMove') },
            { keys: ['x'], text: message('tokens.keySelect') },
            { keys: ['n'], text: message('tokens.keyNew') },
          ]}
        >
          {(rows, isDimmed) => (
            <TokenTable
              rows={rows}
              total={list.total}
              selection={selection}
              onRevoke={(id) => setRevoking([id])}
              onEnd={list.loadMore}
              isDimmed={isDimmed}
            />
          )}
        </PagedList>
      </Card>
      {revoking.length === 0 ? null : (
        <RevokeDialog
          tokens={(list.rows ?? []).filter(({ id }) => revoking.includes(id))}
          onDone={selection.clear}
          onClose={() => setRevoking([])}
        />
      )}
    </>
  )
}
