// One clean-up policy, new or known: what it says, what it would remove now, and what its runs removed.
import { artifactoryCleanup } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useDraft } from '../../../lib/draft.ts'
import { message } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { Breadcrumb } from '../../../shared/breadcrumb.tsx'
import { CopyCurl } from '../../../shared/copy-curl.tsx'
import { Empty } from '../../../shared/empty.tsx'
import { Loaded } from '../../../shared/loaded.tsx'
import { PageHead } from '../../../shared/page-head.tsx'
import styles from '../../../shared/settings-page.module.css'
import { UnsavedBar } from '../../../shared/unsaved-bar.tsx'
import { crumbs } from '../retention/crumbs.ts'
import { rulesPath } from '../retention/queries.ts'
import { Simulation } from '../retention/simulation.tsx'
import { PolicyForm } from './policy-form.tsx'
import { PolicyRuns } from './policy-runs.tsx'
import { draftOf, mistakesOf, newPolicy, type PolicyDraft, policyOf } from './policy-words.ts'
import { policyOfKey, useSimulatePolicy } from './queries.ts'
import { useSavePolicy } from './save-policy.ts'

export const NewPolicyScreen = () => <PolicyPage saved={newPolicy} isNew />

export function PolicyScreen() {
  const { policyKey = '' } = useParams({ strict: false })
  return (
    <Loaded
      query={useQuery(policyOfKey(policyKey))}
      failed={message('policies.failed')}
      missing={<Empty title={message('policies.gone')} />}
    >
      {(policy) => <PolicyPage key={policy.key} saved={draftOf(policy)} />}
    </Loaded>
  )
}

function PolicyPage({ saved, isNew = false }: { saved: PolicyDraft; isNew?: boolean }) {
  const navigate = useNavigate()
  const draft = useDraft<PolicyDraft>(saved)
  const [wasSent, setSent] = useState(false)
  const [seen, setSeen] = useState<string | undefined>(undefined)
  const simulate = useSimulatePolicy()
  const save = useSavePolicy(saved, isNew)
  const policy = policyOf(draft.value)
  const mistakes = mistakesOf(draft.value)
  // Nothing is kept before it was seen what it would remove, just as it stands.
  const isSeen = seen === JSON.stringify(policy)
  const look = () => {
    setSent(true)
    if (Object.keys(mistakes).length > 0) return
    simulate.mutate({ body: policy }, { onSuccess: () => setSeen(JSON.stringify(policy)) })
  }
  const done = () => {
    notify('success', message('policies.saved', { name: policy.key }))
    void navigate({ to: rulesPath, ignoreBlocker: true })
  }
  const title = isNew ? message('policies.new') : saved.key
  return (
    <>
      <Breadcrumb
        crumbs={[...crumbs(), { text: message('retention.title'), to: rulesPath }, { text: title }]}
      />
      <PageHead title={title}>
        <CopyCurl
          endpoint={isNew ? artifactoryCleanup.create : artifactoryCleanup.update}
          params={{ key: policy.key || 'key' }}
          body={() => policy}
        />
      </PageHead>
      <div className={styles['columns']}>
        <div className={styles['main']}>
          <PolicyForm draft={draft} mistakes={wasSent ? mistakes : {}} isNew={isNew} />
        </div>
        <div className={styles['side']}>
          <Simulation result={isSeen ? simulate.data : undefined} isBusy={simulate.isPending} onLook={look} />
          {isNew ? null : <PolicyRuns policyKey={saved.key} isChanged={draft.isDirty} />}
        </div>
      </div>
      <UnsavedBar
        isAlwaysShown={isNew}
        isDirty={draft.isDirty}
        isSaving={simulate.isPending || save.isPending}
        error={simulate.error ?? save.error}
        onDiscard={() => draft.reset()}
        onSave={isSeen ? () => save.save(draft.value, done) : look}
        saveLabel={message(isSeen ? 'policies.save' : 'retention.look')}
      />
    </>
  )
}
