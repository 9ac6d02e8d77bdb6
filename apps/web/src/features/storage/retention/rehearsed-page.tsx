import type { RetentionResult } from '@bindery/contracts'
import { type ReactNode, useState } from 'react'
import { isSame } from '../../../lib/draft.ts'
import { message } from '../../../lib/messages.ts'
import { Breadcrumb } from '../../../shared/breadcrumb.tsx'
import { PageHead } from '../../../shared/page-head.tsx'
import styles from '../../../shared/settings-page.module.css'
import { UnsavedBar } from '../../../shared/unsaved-bar.tsx'
import { crumbs } from './crumbs.ts'
import { rulesPath } from './queries.ts'
import { Simulation } from './simulation.tsx'

type Mistakes = Partial<Record<string, string>>

interface Working {
  isPending: boolean
  error: Error | null
}

interface RehearsedPageProps<T> {
  title: string
  isNew: boolean
  draft: { isDirty: boolean; reset: () => void }
  /** What the draft says, as it is sent. */
  body: T
  mistakes: Mistakes
  simulate: Working & {
    data: RetentionResult | undefined
    mutate: (asked: { body: T }, then: { onSuccess: () => void }) => void
  }
  save: Working
  onSave: () => void
  saveLabel: string
  /** Beside the title. */
  actions: ReactNode
  runs: ReactNode
  children: (shown: Mistakes) => ReactNode
}

/** One thing that removes files. Nothing is kept before it was seen what it would remove, just as it stands. */
export function RehearsedPage<T>(props: RehearsedPageProps<T>) {
  const { title, isNew, draft, body, mistakes, simulate, save } = props
  const [wasSent, setSent] = useState(false)
  const [seen, setSeen] = useState<T | undefined>(undefined)
  const isSeen = seen !== undefined && isSame(seen, body)
  const look = () => {
    setSent(true)
    if (Object.keys(mistakes).length > 0) return
    simulate.mutate({ body }, { onSuccess: () => setSeen(body) })
  }
  return (
    <>
      <Breadcrumb
        crumbs={[...crumbs(), { text: message('retention.title'), to: rulesPath }, { text: title }]}
      />
      <PageHead title={title}>{props.actions}</PageHead>
      <div className={styles['columns']}>
        <div className={styles['main']}>{props.children(wasSent ? mistakes : {})}</div>
        <div className={styles['side']}>
          <Simulation result={isSeen ? simulate.data : undefined} isBusy={simulate.isPending} onLook={look} />
          {props.runs}
        </div>
      </div>
      <UnsavedBar
        isAlwaysShown={isNew}
        isDirty={draft.isDirty}
        isSaving={simulate.isPending || save.isPending}
        error={simulate.error ?? save.error}
        onDiscard={() => draft.reset()}
        onSave={isSeen ? props.onSave : look}
        saveLabel={isSeen ? props.saveLabel : message('retention.look')}
      />
    </>
  )
}
