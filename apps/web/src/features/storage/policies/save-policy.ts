import { type PolicyDraft, policyOf } from './policy-words.ts'
import { useCreatePolicy, useEnablePolicy, useUpdatePolicy } from './queries.ts'

/** What it says, and then whether it is on: that is a call of its own. */
export function useSavePolicy(saved: PolicyDraft, isNew: boolean) {
  const create = useCreatePolicy()
  const update = useUpdatePolicy()
  const enable = useEnablePolicy()
  const write = isNew ? create : update
  return {
    isPending: write.isPending || enable.isPending,
    error: write.error ?? enable.error,
    save(draft: PolicyDraft, onDone: () => void): void {
      const params = { key: draft.key }
      const isSwitched = draft.enabled !== saved.enabled
      const switchIt = () =>
        enable.mutate({ params, body: { enabled: draft.enabled } }, { onSuccess: onDone })
      write.mutate({ params, body: policyOf(draft) }, { onSuccess: isSwitched ? switchIt : onDone })
    },
  }
}
