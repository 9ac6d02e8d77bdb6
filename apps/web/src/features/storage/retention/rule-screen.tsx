// One rule, new or known: what it says, what it would remove now, and what its runs removed.
import { retention, type RetentionRule } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useLasting } from '../../../lib/delay.ts'
import { useDraft } from '../../../lib/draft.ts'
import { message } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { Breadcrumb } from '../../../shared/breadcrumb.tsx'
import { CopyCurl } from '../../../shared/copy-curl.tsx'
import { Empty } from '../../../shared/empty.tsx'
import { PageHead } from '../../../shared/page-head.tsx'
import { PanelError } from '../../../shared/panel-error.tsx'
import styles from '../../../shared/settings-page.module.css'
import { UnsavedBar } from '../../../shared/unsaved-bar.tsx'
import { Card } from '../../../ui/card.tsx'
import { SkeletonBlock } from '../../../ui/skeleton.tsx'
import { crumbs } from './crumbs.ts'
import { ruleList, rulesPath, useSaveRule, useSimulate } from './queries.ts'
import { RuleForm } from './rule-form.tsx'
import { RuleRuns } from './rule-runs.tsx'
import { mistakesOf, newRule } from './rule-words.ts'
import { Simulation } from './simulation.tsx'

export const NewRuleScreen = () => <RulePage saved={newRule} isNew />

export function RuleScreen() {
  const { ruleName = '' } = useParams({ strict: false })
  const list = useQuery(ruleList)
  const isSlow = useLasting(list.isPending, 1000)
  const found = list.data?.find(({ name }) => name === ruleName)
  if (found !== undefined) return <RulePage key={found.name} saved={found} />
  if (list.error !== null)
    return (
      <Card>
        <PanelError
          title={message('retention.failed')}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      </Card>
    )
  if (list.data === undefined) return isSlow ? <SkeletonBlock /> : null
  return (
    <Card>
      <Empty title={message('retention.gone')} />
    </Card>
  )
}

function RulePage({ saved, isNew = false }: { saved: RetentionRule; isNew?: boolean }) {
  const navigate = useNavigate()
  const draft = useDraft<RetentionRule>(saved)
  const [wasSent, setSent] = useState(false)
  const [seen, setSeen] = useState<RetentionRule | undefined>(undefined)
  const simulate = useSimulate()
  const save = useSaveRule()
  const rule = draft.value
  const mistakes = mistakesOf(rule)
  // Nothing is kept before it was seen what it would remove, just as it stands.
  const isSeen = seen !== undefined && isSame(seen, rule)
  const look = () => {
    setSent(true)
    if (Object.keys(mistakes).length > 0) return
    simulate.mutate({ body: rule }, { onSuccess: () => setSeen(rule) })
  }
  const keep = () =>
    save.mutate(
      { params: { name: rule.name }, body: rule },
      {
        onSuccess: () => {
          notify('success', message('retention.saved', { name: rule.name }))
          void navigate({ to: rulesPath, ignoreBlocker: true })
        },
      },
    )
  const title = isNew ? message('retention.new') : saved.name
  return (
    <>
      <Breadcrumb
        crumbs={[...crumbs(), { text: message('retention.title'), to: rulesPath }, { text: title }]}
      />
      <PageHead title={title}>
        <CopyCurl endpoint={retention.save} params={{ name: rule.name || 'name' }} body={() => rule} />
      </PageHead>
      <div className={styles['columns']}>
        <div className={styles['main']}>
          <RuleForm draft={draft} mistakes={wasSent ? mistakes : {}} isNew={isNew} />
        </div>
        <div className={styles['side']}>
          <Simulation result={isSeen ? simulate.data : undefined} isBusy={simulate.isPending} onLook={look} />
          {isNew ? null : <RuleRuns name={saved.name} isChanged={draft.isDirty} />}
        </div>
      </div>
      <UnsavedBar
        isAlwaysShown={isNew}
        isDirty={draft.isDirty}
        isSaving={simulate.isPending || save.isPending}
        error={simulate.error ?? save.error}
        onDiscard={() => draft.reset()}
        onSave={isSeen ? keep : look}
        saveLabel={message(isSeen ? 'retention.save' : 'retention.look')}
      />
    </>
  )
}

const isSame = (a: RetentionRule, b: RetentionRule) => JSON.stringify(a) === JSON.stringify(b)
