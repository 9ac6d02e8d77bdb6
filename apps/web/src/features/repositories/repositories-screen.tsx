// The repositories of the installation, and a dialog that makes a new local one.
import type { Repository, RepositoryKind } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useLasting } from '../../lib/delay.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message } from '../../lib/messages.ts'
import { count } from '../../lib/numbers.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Empty } from '../../shared/empty.tsx'
import { KeyHints } from '../../shared/key-hints.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardFoot } from '../../ui/card.tsx'
import { PlusIcon } from '../../ui/icons.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { repositoryList } from './queries.ts'
import styles from './repositories-screen.module.css'
import { parseRepositorySearch } from './repository-search.ts'
import { RepositoryTable } from './repository-table.tsx'

const CreateDialog = lazyPart(() => import('./create-dialog.tsx'), 'CreateDialog')

export function RepositoriesScreen() {
  const [isCreating, setCreating] = useState(false)
  const { filter = '', create: wanted } = useSearchParams(parseRepositorySearch)
  const navigate = useNavigate()
  const kind = useKind()
  const list = useQuery({
    ...repositoryList,
    select: (all) => all.filter((one) => kind === undefined || one.kind === kind),
  })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const change = (text: string) =>
    void navigate({ to: path, search: text === '' ? {} : { filter: text }, replace: true })
  const create = () => setCreating(true)
  useShortcuts({ create: create })
  const close = () => {
    setCreating(false)
    if (wanted !== undefined) change(filter)
  }
  return (
    <>
      <PageHead
        title={message('repositories.title')}
        amount={list.data === undefined ? undefined : count(list.data.length)}
      >
        <Button look="filled" icon={PlusIcon} onClick={create}>
          {message('repositories.create')}
        </Button>
      </PageHead>
      <SearchField
        className={styles['filter']}
        label={message('repositories.filter')}
        placeholder={message('repositories.filter')}
        shortcut="/"
        value={filter}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Card fills className={styles['list']}>
        <List list={list} filter={filter} onClear={() => change('')} />
      </Card>
      <Suspense fallback={null}>
        {isCreating || wanted !== undefined ? <CreateDialog onClose={close} /> : null}
      </Suspense>
    </>
  )
}

const kinds: readonly RepositoryKind[] = ['local', 'remote', 'virtual']

/** `/admin/repositories/remote` is the list of one kind. */
function useKind(): RepositoryKind | undefined {
  const last = useRouterState({ select: ({ location }) => location.pathname.split('/').at(-1) })
  return kinds.find((kind) => kind === last)
}

interface ListProps {
  list: ReturnType<typeof useQuery<Repository[]>>
  filter: string
  onClear: () => void
}

function List({ list, filter, onClear }: ListProps) {
  const isSlow = useLasting(list.isPending, 1000)
  if (list.error !== null && list.data === undefined) {
    return (
      <PanelError
        title={message('repositories.failed')}
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    )
  }
  if (list.data === undefined) return isSlow ? <SkeletonRows /> : null
  if (list.data.length === 0) {
    return <Empty title={message('repositories.emptyTitle')} text={message('repositories.emptyText')} />
  }
  const rows = list.data.filter(({ key }) => key.toLowerCase().includes(filter.toLowerCase()))
  if (rows.length === 0) {
    return (
      <Empty title={message('repositories.noneMatch', { filter })}>
        <Button look="plain" onClick={onClear}>
          {message('repositories.clearFilter')}
        </Button>
      </Empty>
    )
  }
  return (
    <>
      <RepositoryTable rows={rows} />
      <CardFoot>
        <span role="status">{message('repositories.countLoaded', { count: rows.length })}</span>
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
