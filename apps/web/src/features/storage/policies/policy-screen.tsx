// One clean-up policy, new or known: what it says, what it would remove now, and what its runs removed.
import { artifactoryCleanup } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useDraft } from '../../../lib/draft.ts'
import { message } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { CopyCurl } from '../../../shared/copy-curl.tsx'
import { Empty } from '../../../shared/empty.tsx'
import { Loaded } from '../../../shared/loaded.tsx'
import { rulesPath } from '../retention/queries.ts'
import { RehearsedPage } from '../retention/rehearsed-page.tsx'
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
  const save = useSavePolicy(saved, isNew)
  const policy = policyOf(draft.value)
  const done = () => {
    notify('success', message('policies.saved', { name: policy.key }))
    void navigate({ to: rulesPath, ignoreBlocker: true })
  }
  return (
    <RehearsedPage
      title={isNew ? message('policies.new') : saved.key}
      isNew={isNew}
      draft={draft}
      body={policy}
      mistakes={mistakesOf(draft.value)}
      simulate={useSimulatePolicy()}
      save={save}
      onSave={() => save.save(draft.value, done)}
      saveLabel={message('policies.save')}
      actions={
        <CopyCurl
          endpoint={isNew ? artifactoryCleanup.create : artifactoryCleanup.update}
          params={{ key: policy.key || 'key' }}
          body={() => policy}
        />
      }
      runs={isNew ? null : <PolicyRuns policyKey={saved.key} isChanged={draft.isDirty} />}
    >
      {(shown) => <PolicyForm draft={draft} mistakes={shown} isNew={isNew} />}
    </RehearsedPage>
  )
}
