import { useState } from 'react'
import { useSettled } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import { total as totalOf } from '../../lib/numbers.ts'
import { Empty } from '../../shared/empty.tsx'
import { PagedList, usePagedRows } from '../../shared/paged-list.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { versionPages } from './queries.ts'
import { VersionTable } from './version-table.tsx'
import styles from './versions-card.module.css'

export function VersionsCard({ packageId }: { packageId: string }) {
  const [text, setText] = useState('')
  const [releasesOnly, setReleasesOnly] = useState(false)
  const list = usePagedRows(versionPages(packageId, useSettled(text.trim(), 300), releasesOnly))
  const clear = () => {
    setText('')
    setReleasesOnly(false)
  }
  return (
    <Card fills className={styles['card']}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{message('package.versions')}</h2>
        <span className={styles['amount']}>
          {list.rows === undefined ? null : totalOf(list.total, list.rows.length)}
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
      <PagedList
        list={list}
        failed={message('package.versionsFailed')}
        empty={
          <Empty title={message('package.noVersionMatches')}>
            <Button look="plain" onClick={clear}>
              {message('package.clearVersionFilter')}
            </Button>
          </Empty>
        }
        complete={(amount) => message('package.versionsOrdered', { count: amount })}
        hints={[
          { keys: ['j', 'k'], text: message('shared.keyMove') },
          { keys: ['Enter'], text: message('shared.keyOpen') },
        ]}
        rowHeight={40}
      >
        {(rows, isDimmed) => (
          <VersionTable
            rows={rows}
            total={list.total}
            packageId={packageId}
            isDimmed={isDimmed}
            onEnd={list.loadMore}
          />
        )}
      </PagedList>
    </Card>
  )
}
