// Clean-up policies are made, changed, switched and removed.
import type { CleanupPolicy, CleanupPolicyInput } from '@bindery/contracts'
import { isDeepStrictEqual } from 'node:util'
import { audit, type Doer } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { badRequest, conflict, quote } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'
import { existing, getPolicy, policies } from './kept-policies.ts'
import { checkPolicy } from './policy-check.ts'
import { plan } from './policy-runs.ts'

export async function createPolicy(
  services: Services,
  by: Doer,
  key: string,
  input: CleanupPolicyInput,
): Promise<CleanupPolicy> {
  if (input.enabled === true)
    throw badRequest('A policy is made inactive. Switch it on by its enablement afterwards.', 'enabled')
  await checkPolicy(services, key, input)
  await change(services, by, key, (before) => {
    requireAbsent(before)
    return { ...input, key, enabled: false }
  })
  return getPolicy(services, key)
}

export async function updatePolicy(
  services: Services,
  by: Doer,
  key: string,
  input: CleanupPolicyInput,
): Promise<CleanupPolicy> {
  await getPolicy(services, key)
  await checkPolicy(services, key, input)
  await change(services, by, key, (before) => {
    const { enabled } = existing(before, key)
    if (input.enabled !== undefined && input.enabled !== enabled)
      throw badRequest('A policy is switched on and off by its enablement only.', 'enabled')
    return { ...input, key, enabled }
  })
  return getPolicy(services, key)
}

/** What it says and whether it is on, all at once: nobody who saves a policy that is on is left with one that is off. */
export async function savePolicy(
  services: Services,
  by: Doer,
  policy: CleanupPolicy,
  { key, isNew = false }: { key: string; isNew?: boolean },
): Promise<CleanupPolicy> {
  await checkPolicy(services, key, policy)
  await change(services, by, key, (before) => {
    if (isNew) requireAbsent(before)
    else existing(before, key)
    return policy
  })
  return getPolicy(services, key)
}

function requireAbsent(policy: CleanupPolicy | undefined): void {
  if (policy !== undefined) throw conflict(`There is a clean-up policy ${quote(policy.key)} already.`)
}

export async function enablePolicy(
  services: Services,
  by: Doer,
  key: string,
  enabled: boolean,
): Promise<CleanupPolicy> {
  await change(services, by, key, (before) => ({ ...existing(before, key), enabled }))
  return getPolicy(services, key)
}

export async function removePolicy(services: Services, by: Doer, key: string): Promise<void> {
  await change(services, by, key, (before) => {
    existing(before, key)
    return undefined
  })
}

/** To nothing removes it. */
async function change(
  services: Services,
  by: Doer,
  key: string,
  to: (before: CleanupPolicy | undefined) => CleanupPolicy | undefined,
): Promise<void> {
  const { access, database } = services
  await transaction(database, async (db, done) => {
    const kinds: ChangeKind[] = []
    const { policies: now } = await access.live.change(db, done, policies, ({ policies: all }) => {
      const before = all.find((one) => one.key === key)
      const after = to(before)
      kinds.push(...kindsOf(before, after))
      return { policies: [...all.filter((one) => one.key !== key), ...(after ? [after] : [])] }
    })
    const changed = now.find((one) => one.key === key)
    if (changed) await plan(services, db, changed)
    for (const kind of kinds) await audit(access, db, by, { kind: `cleanup.policy-${kind}`, target: key })
  })
}

type ChangeKind = 'made' | 'changed' | 'switched-on' | 'switched-off' | 'removed'

function kindsOf(before: CleanupPolicy | undefined, after: CleanupPolicy | undefined): ChangeKind[] {
  if (after === undefined) return ['removed']
  const isSwitched = after.enabled !== (before?.enabled ?? false)
  const isChanged = !isDeepStrictEqual({ ...before, enabled: after.enabled }, after)
  return [
    ...(isChanged ? [before === undefined ? ('made' as const) : ('changed' as const)] : []),
    ...(isSwitched ? [after.enabled ? ('switched-on' as const) : ('switched-off' as const)] : []),
  ]
}
