// The repositories of one kind, with what they hold and what is wrong with them.
import type { ManagedRepository } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message, richMessage } from '../../lib/messages.ts'
import { count, size } from '../../lib/numbers.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Empty } from '../../shared/empty.tsx'
import { KeyHints } from '../../shared/key-hints.tsx'
import lists from '../../shared/list-page.module.css'
import { PageHead } from '../../shared/page-head.tsx'
import { LoadedRows } from '../../shared/loaded.tsx'
import { When } from '../../shared/when.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardFoot } from '../../ui/card.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { kindTexts, type ListedKind, listedKinds, listOf, listPath, newPath, useKind } from './kinds.ts'
import { managedList } from './queries.ts'
import styles from './repositories-screen.module.css'
import { parseRepositorySearch, type RepositorySearch } from './repository-search.ts'
import { RepositoryTable } from './repository-table.tsx'
import { isShown, RepositoryToolbar } from './repository-toolbar.tsx'

// Menus come after the first paint, which needs none of their code.
const CreateMenu = lazyPart(() => import('./create-menu.tsx'), 'CreateMenu')
const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx'), 'DeleteDialog')

export function RepositoriesScreen() {
  const kind = useKind()
  const list = useQuery(managedList)
  const search = useSearchParams(parseRepositorySearch)
  const navigate = useNavigate()
  const [removing, setRemoving] = useState<string>()
  const change = (change: RepositorySearch, replace = false) =>
    void navigate({ to: listPath(kind), search: { ...search, ...change }, replace })
  useShortcuts({ create: () => void navigate({ to: newPath(kind) }) })
  const all = list.data ?? []
  const ofKind = all.filter((one) => listOf(one.kind) === kind)
  return (
    <>
      <PageHead
        title={message('repositories.title')}
        amount={list.data === undefined ? undefined : count(all.length)}
      >
        <Suspense fallback={null}>
          <CreateMenu />
        </Suspense>
      </PageHead>
      <div className={styles['tabs']}>
        <Tabs
          label={message('repository.kind')}
          tabs={listedKinds.map((value) => ({
            value,
            label: message(kindTexts[value].label),
            amount:
              list.data === undefined ? undefined : all.filter((one) => listOf(one.kind) === value).length,
          }))}
          value={kind}
          onChange={(next) => void navigate({ to: listPath(next) })}
        >
          <RepositoryToolbar rows={ofKind} search={search} onChange={change} />
          <Card fills className={lists['list']}>
            <LoadedRows query={list} failed={message('repositories.failed')}>
              {() => (
                <List
                  kind={kind}
                  rows={ofKind.filter((one) => isShown(one, search))}
                  isFiltered={Object.values(search).some((value) => value !== undefined)}
                  onClear={() => void navigate({ to: listPath(kind) })}
                  onRemove={setRemoving}
                />
              )}
            </LoadedRows>
          </Card>
        </Tabs>
      </div>
      <Suspense fallback={null}>
        {removing === undefined ? null : (
          <DeleteDialog repositoryKey={removing} onClose={() => setRemoving(undefined)} />
        )}
      </Suspense>
    </>
  )
}

interface ListProps {
  kind: ListedKind
  rows: ManagedRepository[]
  isFiltered: boolean
  onClear: () => void
  onRemove: (key: string) => void
}

function List({ kind, rows, isFiltered, onClear, onRemove }: ListProps) {
  if (rows.length === 0)
    return isFiltered ? (
      <Empty title={message('repository.noneMatch')}>
        <Button look="plain" onClick={onClear}>
          {message('repositories.clearFilter')}
        </Button>
      </Empty>
    ) : (
      <Empty title={message('repository.emptyTitle')} text={message(kindTexts[kind].text)} />
    )
  const bytes = rows.reduce((sum, row) => sum + (row.bytes ?? 0), 0)
  return (
    <>
      <RepositoryTable kind={kind} rows={rows} onRemove={onRemove} />
      <CardFoot>
        <span role="status">
          {message('repositories.countLoaded', { count: rows.length })}
          {bytes > 0 ? ` · ${size(bytes)}` : null}
          <Counted rows={rows} />
        </span>
        <KeyHints
          hints={[
            { keys: ['j', 'k'], text: message('shared.keyMove') },
            { keys: ['n'], text: message('repositories.keyCreate') },
            { keys: ['y'], text: message('repositories.keyCopy') },
          ]}
        />
      </CardFoot>
    </>
  )
}

/** What lies in a repository is counted now and then, not at each look. */
function Counted({ rows }: { rows: ManagedRepository[] }) {
  const times = rows.flatMap(({ countedAt }) => countedAt ?? [])
  const oldest = times.toSorted()[0]
  return oldest === undefined ? null : (
    <> · {richMessage('repository.counted', { when: <When at={oldest} /> })}</>
  )
}
