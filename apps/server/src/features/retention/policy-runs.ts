// When clean-up policies run: by the clock while they are on, and when somebody asks; and what the runs did.
import type {
  CleanupPolicy,
  CleanupPolicyInput,
  CleanupPolicyState,
  RetentionResult,
  RetentionRun,
} from '@bindery/contracts'
import { z } from 'zod'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { askRun } from '../../platform/jobs/ask-run.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { JobContext } from '../../platform/jobs/worker.ts'
import { nextRun } from '../../registry/mirrors/cron.ts'
import { lastRunOfEach, lastRuns } from '../../registry/storage-runs.ts'
import type { Services } from '../feature.ts'
import { apply, type Result } from './apply.ts'
import { getPolicy, listPolicies } from './kept-policies.ts'
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
export async function plan(
  { clock }: Services,
  db: Db,
  { key, enabled, cronExp }: CleanupPolicy,
): Promise<void> {
  const runAfter = enabled ? nextRun(cronExp, clock.now()) : undefined
  const planned: z.input<typeof Asked> = { key, by: 'system', cronExp }
  if (runAfter) await enqueue(db, policyJob, planned, { id: jobOf(key), runAfter })
}
