// Clean-up policies: kept as they were sent, and run by the clock while they are on.
import {
  CleanupPolicy,
  type CleanupPolicyInput,
  type CleanupPolicyState,
  type RetentionResult,
  type RetentionRun,
} from '@bindery/contracts'
import { z } from 'zod'
import { audit, type Doer } from '../../access/audit.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { badRequest, conflict, notFound, quote } from '../../platform/errors.ts'
import { askRun } from '../../platform/jobs/ask-run.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { JobContext } from '../../platform/jobs/worker.ts'
import { liveSetting } from '../../platform/live-settings.ts'
import { nextRun } from '../../registry/mirrors/cron.ts'
import { lastRunOfEach, lastRuns } from '../../registry/storage-runs.ts'
import type { Services } from '../feature.ts'
import { apply, type Result } from './apply.ts'
import { checkPolicy } from './policy-check.ts'
import { policyRunKind, workOf } from './policy-work.ts'
import { simulate } from './simulate.ts'

/** One for each policy, by the clock and when somebody asks: two runs of one policy never meet. */
export const policyJob = 'cleanup-policy'
const jobOf = (key: string) => `${policyJob}:${key}`
const Asked = z.object({
  key: z.string(),
  by: z.string(),
  /** The time it was planned by; null when somebody asked. */
  cronExp: z.string().nullable(),
})

const policies = liveSetting('cleanup-policies', z.object({ policies: z.array(CleanupPolicy).default([]) }))

export const listPolicies = async ({ access }: Services): Promise<CleanupPolicy[]> =>
  (await access.live.get(policies)).policies

export async function getPolicy(services: Services, key: string): Promise<CleanupPolicy> {
  return existing(
    (await listPolicies(services)).find((one) => one.key === key),
    key,
  )
}

function existing(policy: CleanupPolicy | undefined, key: string): CleanupPolicy {
  if (policy === undefined) throw notFound('clean-up policy', key)
  return policy
}

export async function createPolicy(
  services: Services,
  by: Doer,
  key: string,
  input: CleanupPolicyInput,
): Promise<CleanupPolicy> {
  if (input.enabled === true)
    throw badRequest('A policy is made inactive. Switch it on by its enablement afterwards.', 'enabled')
  await checkPolicy(services, key, input)
  const policy = { ...input, key, enabled: false }
  await change(services, by, 'cleanup.policy-made', key, (before) => {
    if (before !== undefined) throw conflict(`There is a clean-up policy ${quote(key)} already.`)
    return [policy]
  })
  return policy
}

export async function updatePolicy(
  services: Services,
  by: Doer,
  key: string,
  input: CleanupPolicyInput,
): Promise<CleanupPolicy> {
  await getPolicy(services, key)
  await checkPolicy(services, key, input)
  await change(services, by, 'cleanup.policy-changed', key, (before) => {
    const { enabled } = existing(before, key)
    if (input.enabled !== undefined && input.enabled !== enabled)
      throw badRequest('A policy is switched on and off by its enablement only.', 'enabled')
    return [{ ...input, key, enabled }]
  })
  return getPolicy(services, key)
}

export async function enablePolicy(
  services: Services,
  by: Doer,
  key: string,
  enabled: boolean,
): Promise<CleanupPolicy> {
  const kind = enabled ? 'cleanup.policy-switched-on' : 'cleanup.policy-switched-off'
  await change(services, by, kind, key, (before) => [{ ...existing(before, key), enabled }])
  return getPolicy(services, key)
}

export async function removePolicy(services: Services, by: Doer, key: string): Promise<void> {
  await change(services, by, 'cleanup.policy-removed', key, (before) => {
    existing(before, key)
    return []
  })
}

/** With their last and next runs. */
export async function listPolicyStates(services: Services): Promise<CleanupPolicyState[]> {
  const all = await listPolicies(services)
  const kinds = all.map(({ key }) => policyRunKind(key))
  const last = await lastRunOfEach<Result>(services.database.db, kinds)
  const now = services.clock.now()
  return all.map((policy) => ({
    policy,
    lastRun: last.get(policyRunKind(policy.key)) ?? null,
    nextRunAt: (policy.enabled ? nextRun(policy.cronExp, now)?.toISOString() : undefined) ?? null,
  }))
}

/** What it would remove now, whether it is kept or not. */
export async function simulatePolicy(
  services: Services,
  { key, ...input }: CleanupPolicyInput & { key: string },
): Promise<RetentionResult> {
  await checkPolicy(services, key, input)
  return simulate(workOf(services, { ...input, key, enabled: false }, 'system'))
}

export async function listPolicyRuns(services: Services, key: string): Promise<RetentionRun[]> {
  await getPolicy(services, key)
  return lastRuns<Result>(services.database.db, policyRunKind(key))
}

export async function requestPolicyRun(
  services: Services,
  key: string,
  by: string,
): Promise<{ info: string }> {
  await getPolicy(services, key)
  const payload: z.input<typeof Asked> = { key, by, cronExp: null }
  return askRun(services, { job: policyJob, id: jobOf(key), payload, name: `The policy ${key}` })
}

/** What fails is kept with the run; the next one comes in its time. */
export async function runPolicy(services: Services, payload: unknown, { signal }: JobContext): Promise<void> {
  const { key, by, cronExp } = Asked.parse(payload)
  const find = async () => (await listPolicies(services)).find((one) => one.key === key)
  const policy = await find()
  if (policy === undefined) return
  // Switched off or given another time since it was planned.
  if (cronExp !== null && (!policy.enabled || policy.cronExp !== cronExp)) return
  try {
    await apply(services, workOf(services, policy, by), signal)
  } catch (error) {
    // Whoever takes the job over goes on.
    if (signal.aborted) throw error
    services.log.warn('A clean-up policy could not do all its work', { policy: key, error })
  }
  const after = await find()
  if (after) await transaction(services.database, (db) => plan(services, db, after))
}

/** Its next run, if there is one. */
async function plan({ clock }: Services, db: Db, { key, enabled, cronExp }: CleanupPolicy): Promise<void> {
  const runAfter = enabled ? nextRun(cronExp, clock.now()) : undefined
  const planned: z.input<typeof Asked> = { key, by: 'system', cronExp }
  if (runAfter) await enqueue(db, policyJob, planned, { id: jobOf(key), runAfter })
}

async function change(
  services: Services,
  by: Doer,
  kind: `cleanup.${string}`,
  key: string,
  to: (before: CleanupPolicy | undefined) => CleanupPolicy[],
): Promise<void> {
  const { access, database } = services
  await transaction(database, async (db, after) => {
    const { policies: now } = await access.live.change(db, after, policies, ({ policies: before }) => ({
      policies: [...before.filter((one) => one.key !== key), ...to(before.find((one) => one.key === key))],
    }))
    const changed = now.find((one) => one.key === key)
    if (changed) await plan(services, db, changed)
    await audit(access, db, by, { kind, target: key })
  })
}
