import type { Page, VersionSummary } from '@bindery/contracts'
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLasting, useSettled } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import { total as totalOf } from '../../lib/numbers.ts'
import { Empty } from '../../shared/empty.tsx'
import { KeyHints } from '../../shared/key-hints.tsx'
import { LoadMore } from '../../shared/load-more.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardFoot } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { versionPages } from './queries.ts'
import { VersionTable } from './version-table.tsx'
import styles from './versions-card.module.css'

interface VersionsCardProps {
  packageId: string
  format: string
  name: string
}

export function VersionsCard({ packageId }: VersionsCardProps) {
  const [text, setText] = useState('')
  const [releasesOnly, setReleasesOnly] = useState(false)
  const options = versionPages(packageId, useSettled(text.trim(), 300), releasesOnly)
  const list = useInfiniteQuery({ ...options, placeholderData: keepPreviousData, select: flatten })
  const clear = () => {
    setText('')
    setReleasesOnly(false)
  }
  return (
    <Card fills className={styles['card']}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{message('package.versions')}</h2>
        <span className={styles['amount']}>
          {list.data === undefined ? null : totalOf(list.data.total, list.data.rows.length)}
        </span>
        <SearchField
          look="small"
          className={styles['find']}
          label={message('package.findVersion')}
          placeholder={message('package.findVersion')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Checkbox
          label={message('package.releasesOnly')}
          checked={releasesOnly}
          onChange={(event) => setReleasesOnly(event.currentTarget.checked)}
        />
        {releasesOnly ? <span className={styles['note']}>{message('spec.releasesOnly')}</span> : null}
      </div>
      <Versions list={list} packageId={packageId} onClear={clear} />
    </Card>
  )
}

const flatten = (data: InfiniteData<Page<VersionSummary>>) => ({
  rows: data.pages.flatMap((page) => page.items),
  total: data.pages[0]?.total ?? -1,
})

interface VersionsProps {
  list: ReturnType<typeof useInfiniteQuery<Page<VersionSummary>, Error, ReturnType<typeof flatten>>>
  packageId: string
  onClear: () => void
}

function Versions({ list, packageId, onClear }: VersionsProps) {
  const isSlow = useLasting(list.isPending, 1000)
  const isStale = useLasting(list.isPlaceholderData, 1000)
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = list
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  if (list.error !== null && list.data === undefined) {
    return (
      <PanelError
        title={message('package.versionsFailed')}
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    )
  }
  if (list.data === undefined)
    return isSlow ? <SkeletonRows height={40} /> : <div className={styles['wait']} />
  const { rows, total } = list.data
  if (rows.length === 0) {
    return (
      <Empty title={message('package.noVersionMatches')}>
        <Button look="plain" onClick={onClear}>
          {message('package.clearVersionFilter')}
        </Button>
      </Empty>
    )
  }
  return (
    <>
      <VersionTable rows={rows} total={total} packageId={packageId} isDimmed={isStale} onEnd={loadMore} />
      <CardFoot>
        <LoadMore
          loaded={rows.length}
          total={total}
          complete={message('package.versionsOrdered', { count: rows.length })}
          hasMore={hasNextPage}
          isLoading={isFetchingNextPage}
          isUpdating={isStale}
          onLoad={loadMore}
        />
        <KeyHints
          hints={[
            { keys: ['j', 'k'], text: message('shared.keyMove') },
            { keys: ['Enter'], text: message('shared.keyOpen') },
          ]}
        />
      </CardFoot>
    </>
  )
}
