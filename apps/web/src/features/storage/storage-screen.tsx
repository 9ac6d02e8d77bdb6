// What uses the room: as counted last, and counted anew when somebody asks.
import type { StorageSummary } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useLasting } from '../../lib/delay.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message, richMessage } from '../../lib/messages.ts'
import { count } from '../../lib/numbers.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Empty } from '../../shared/empty.tsx'
import lists from '../../shared/list-page.module.css'
import { PageHead } from '../../shared/page-head.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import settings from '../../shared/settings-page.module.css'
import { When } from '../../shared/when.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RefreshIcon } from '../../ui/icons.ts'
import { Progress } from '../../ui/progress.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CareCards } from './care/care-cards.tsx'
import { storageSummary, useRecalculate } from './queries.ts'
import { rowsOf, sorted } from './rows.ts'
import {
  fileViews,
  parseStorageSearch,
  type StorageSearch,
  usualUnused,
  type View,
  viewNames,
  views,
} from './storage-search.ts'
import { StorageOverview } from './storage-overview.tsx'
import { StorageTreemap } from './storage-treemap.tsx'
import { StorageTable } from './storage-table.tsx'
import styles from './storage.module.css'

const LargeFiles = lazyPart(() => import('./large-files.tsx'), 'LargeFiles')

export function StorageScreen() {
  const summary = useQuery(storageSummary)
  const recalculate = useRecalculate()
  const isSlow = useLasting(summary.isPending, 1000)
  const { data, error } = summary
  return (
    <>
      <PageHead title={message('shell.storageSummary')}>
        {data === undefined ? null : <ComputedAt at={data.computedAt} />}
        <Button
          icon={RefreshIcon}
          isBusy={recalculate.isPending}
          disabled={data !== undefined && data.computing !== null}
          onClick={() => recalculate.mutate({})}
        >
          {message('storage.recalculate')}
        </Button>
      </PageHead>
      {error === null || data !== undefined ? null : (
        <Card>
          <PanelError
            title={message('storage.failed')}
            error={error}
            onRetry={() => void summary.refetch()}
          />
        </Card>
      )}
      {data === undefined && error === null && isSlow ? <SkeletonBlock /> : null}
      {data === undefined ? null : <Summary summary={data} />}
    </>
  )
}

function ComputedAt({ at }: { at: string | null }) {
  return (
    <span className={settings['saved']} role="status">
      {at === null
        ? message('storage.notComputed')
        : richMessage('storage.computed', { when: <When at={at} /> })}
    </span>
  )
}

function Summary({ summary }: { summary: StorageSummary }) {
  const search = useSearchParams(parseStorageSearch)
  const navigate = useNavigate()
  const { view = 'repositories' } = search
  const change = (next: StorageSearch) =>
    void navigate({ to: '/admin/monitoring/storage-summary', search: { ...next }, replace: true })
  return (
    <>
      {summary.computing === null ? null : <Computing computing={summary.computing} />}
      <StorageOverview summary={summary} />
      <CareCards />
      <Card fills className={`${lists['list'] ?? ''} ${styles['list'] ?? ''}`}>
        <Tabs
          label={message('storage.views')}
          tabs={[
            ...views.map((value) => ({
              value,
              label: message(viewNames[value]),
              amount: summary[value].length,
            })),
            ...fileViews.map((value) => ({ value, label: message(viewNames[value]) })),
          ]}
          value={view}
          onChange={(next) => change({ ...search, view: next })}
        >
          {view === 'largest' || view === 'unused' ? (
            <Suspense fallback={null}>
              <LargeFiles
                view={view}
                days={search.days ?? usualUnused}
                onDays={(days) => change({ ...search, days })}
              />
            </Suspense>
          ) : (
            <Sums summary={summary} view={view} search={search} onChange={change} />
          )}
        </Tabs>
      </Card>
    </>
  )
}

interface SumsProps {
  summary: StorageSummary
  view: View
  search: StorageSearch
  onChange: (next: StorageSearch) => void
}

/** By repository, package type or project: as a table or as a map. */
function Sums({ summary, view, search, onChange }: SumsProps) {
  const { sort = 'bytes', order } = search
  const isDescending = order !== 'asc'
  const rows = sorted(rowsOf(summary, view), sort, isDescending)
  return (
    <>
      <div className={styles['shape']}>
        <Segmented
          label={message('storage.shape')}
          options={[
            { value: 'table', label: message('storage.asTable') },
            { value: 'map', label: message('storage.asMap') },
          ]}
          value={search.shape ?? 'table'}
          onChange={(shape) => {
            const { shape: _before, ...rest } = search
            onChange(shape === 'map' ? { ...rest, shape } : rest)
          }}
        />
      </div>
      {search.shape === 'map' ? (
        <StorageTreemap view={view} rows={rows} />
      ) : rows.length === 0 ? (
        <Empty title={message('storage.emptyTitle')} text={message('storage.emptyText')} />
      ) : (
        <StorageTable
          view={view}
          rows={rows}
          sort={{ column: sort, isDescending }}
          onSort={({ column, isDescending: isDown }) =>
            onChange({ ...parseStorageSearch({ view, sort: column }), ...(isDown ? {} : { order: 'asc' }) })
          }
        />
      )}
    </>
  )
}

function Computing({
  computing: { files, expected },
}: {
  computing: NonNullable<StorageSummary['computing']>
}) {
  const text =
    expected === null
      ? message('storage.computing', { files: count(files) })
      : message('storage.computingOf', { files: count(files), expected: count(expected) })
  return (
    <div className={styles['computing']} role="status">
      <span>{text}</span>
      <Progress
        label={message('storage.progress')}
        max={Math.max(1, expected ?? 1)}
        value={expected === null ? undefined : Math.min(files, expected)}
      />
    </div>
  )
}
