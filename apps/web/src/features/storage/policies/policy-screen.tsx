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
import { policyOfKey, useMakePolicy, useSavePolicy, useSimulatePolicy } from './queries.ts'

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
  const make = useMakePolicy()
  const change = useSavePolicy()
  const policy = policyOf(draft.value)
  const body = { ...policy, enabled: draft.value.enabled }
  const done = () => {
    notify('success', message('policies.saved', { name: policy.key }))
    void navigate({ to: rulesPath, ignoreBlocker: true })
  }
  const save = () =>
    isNew
      ? make.mutate({ body }, { onSuccess: done })
      : change.mutate({ params: { key: policy.key }, body }, { onSuccess: done })
  return (
    <RehearsedPage
      title={isNew ? message('policies.new') : saved.key}
      isNew={isNew}
      draft={draft}
      body={policy}
      mistakes={mistakesOf(draft.value)}
      simulate={useSimulatePolicy()}
      save={isNew ? make : change}
      onSave={save}
      saveLabel={message('policies.save')}
      actions={
        <CopyCurl
          endpoint={isNew ? artifactoryCleanup.make : artifactoryCleanup.save}
          params={{ key: policy.key }}
          body={() => body}
        />
      }
      runs={isNew ? null : <PolicyRuns policyKey={saved.key} isChanged={draft.isDirty} />}
    >
      {(shown) => <PolicyForm draft={draft} mistakes={shown} isNew={isNew} />}
    </RehearsedPage>
  )
}
