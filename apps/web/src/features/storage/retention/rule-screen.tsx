// One rule, new or known: what it says, what it would remove now, and what its runs removed.
import { retention, type RetentionRule } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useLasting } from '../../../lib/delay.ts'
import { useDraft } from '../../../lib/draft.ts'
import { message } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { CopyCurl } from '../../../shared/copy-curl.tsx'
import { Empty } from '../../../shared/empty.tsx'
import { PanelError } from '../../../shared/panel-error.tsx'
import { Card } from '../../../ui/card.tsx'
import { SkeletonBlock } from '../../../ui/skeleton.tsx'
import { ruleList, rulesPath, useSaveRule, useSimulate } from './queries.ts'
import { RehearsedPage } from './rehearsed-page.tsx'
import { RuleForm } from './rule-form.tsx'
import { RuleRuns } from './rule-runs.tsx'
import { mistakesOf, newRule } from './rule-words.ts'

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
  const save = useSaveRule()
  const rule = draft.value
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
  return (
    <RehearsedPage
      title={isNew ? message('retention.new') : saved.name}
      isNew={isNew}
      draft={draft}
      body={rule}
      mistakes={mistakesOf(rule)}
      simulate={useSimulate()}
      save={save}
      onSave={keep}
      saveLabel={message('retention.save')}
      actions={
        <CopyCurl endpoint={retention.save} params={{ name: rule.name || 'name' }} body={() => rule} />
      }
      runs={isNew ? null : <RuleRuns name={saved.name} isChanged={draft.isDirty} />}
    >
      {(shown) => <RuleForm draft={draft} mistakes={shown} isNew={isNew} />}
    </RehearsedPage>
  )
}
