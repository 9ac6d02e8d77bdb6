// The rules, and what each would do and does.
import { type RetentionResult, RetentionRule, type RetentionRun } from '@bindery/contracts'
import { z } from 'zod'
import { audit, type Doer } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { AppError, badRequest, notFound } from '../../platform/errors.ts'
import { askRun } from '../../platform/jobs/ask-run.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { JobContext } from '../../platform/jobs/worker.ts'
import { liveSetting } from '../../platform/live-settings.ts'
import {
  cacheOf,
  findRepository,
  listRepositories,
  remoteConfig,
  type Repository,
} from '../../registry/repositories.ts'
import { lastRuns } from '../../registry/storage-runs.ts'
import type { Services } from '../feature.ts'
import { apply, type Result, type Work } from './apply.ts'
import { criteriaOf } from './criteria.ts'
import { findExpired } from './find.ts'
import { simulate } from './simulate.ts'

export const retentionJob = 'apply-retention'
export const ruleJob = 'apply-retention-rule'

const rules = liveSetting('retention', z.object({ rules: z.array(RetentionRule).default([]) }))

export const listRules = async ({ access }: Services): Promise<RetentionRule[]> =>
  (await access.live.get(rules)).rules

export async function saveRule(
  services: Services,
  by: Doer,
  name: string,
  rule: RetentionRule,
): Promise<RetentionRule> {
  if (rule.name !== name) throw badRequest('A rule keeps its name. Make a new one and remove this.', 'name')
  await repositoriesOf(services, rule)
  await changeRules(services, by, 'retention.rule-saved', name, (before) => [
    ...before.filter((one) => one.name !== name),
    rule,
  ])
  return rule
}

export async function removeRule(services: Services, by: Doer, name: string): Promise<void> {
  await getRule(services, name)
  await changeRules(services, by, 'retention.rule-removed', name, (before) =>
    before.filter((one) => one.name !== name),
  )
}

/** What it would remove now. */
export const simulateRule = async (services: Services, rule: RetentionRule): Promise<RetentionResult> =>
  simulate({ ...workOf(services, rule), repositories: () => repositoriesOf(services, rule) })

const jobOf = (name: string) => `${ruleJob}:${name}`

export async function requestRun(services: Services, name: string, by: string): Promise<{ info: string }> {
  await getRule(services, name)
  return askRun(services, { job: ruleJob, id: jobOf(name), payload: { name, by }, name: `The rule ${name}` })
}

const runKind = (name: string) => `retention:${name}`

export async function listRuns(services: Services, name: string): Promise<RetentionRun[]> {
  await getRule(services, name)
  return lastRuns<Result>(services.database.db, runKind(name))
}

/** Rules run in the jobs that run them when somebody asks; caches are nobody else's. */
export async function applyAll(services: Services, _payload: unknown, { signal }: JobContext): Promise<void> {
  const own = (await listRules(services)).filter(({ isOn }) => isOn)
  await transaction(services.database, async (db) => {
    for (const { name } of own) await enqueue(db, ruleJob, { name }, { id: jobOf(name) })
  })
  for (const rule of await cacheRules(services))
    await apply(services, { ...workOf(services, rule), runKind: `retention-of-cache:${rule.name}` }, signal)
}

/** What remote repositories say themselves about how long something nobody asks for stays in their caches. */
async function cacheRules({ registry }: Services): Promise<RetentionRule[]> {
  const remotes = (await listRepositories(registry)).filter(({ kind }) => kind === 'remote')
  return remotes.flatMap((remote): RetentionRule[] => {
    const { unusedArtifactsCleanupPeriodHours: hours } = remoteConfig(remote)
    const { key } = cacheOf(remote)
    if (hours === 0) return []
    const open = { pattern: '', property: '', olderThanDays: null, keepVersions: null }
    return [{ name: key, isOn: true, repositories: [key], unusedDays: hours / 24, ...open }]
  })
}

export async function applyOne(services: Services, payload: unknown, { signal }: JobContext): Promise<void> {
  const { name, by } = z.object({ name: z.string(), by: z.string().default('system') }).parse(payload)
  const rule = (await listRules(services)).find((one) => one.name === name)
  // Removed since it was asked for.
  if (rule !== undefined) await apply(services, { ...workOf(services, rule), by }, signal)
}

function workOf(services: Services, rule: RetentionRule): Work {
  const { clock, database } = services
  const criteria = criteriaOf(rule, clock.now())
  return {
    runKind: runKind(rule.name),
    by: 'system',
    kind: 'retention.applied',
    target: rule.name,
    repositories: () => repositoriesOf(services, rule).catch(ignoreGone),
    find: (repository) => findExpired(database.db, repository, criteria),
  }
}

/** A rule about a repository that was deleted does nothing until somebody mends it. */
function ignoreGone(error: unknown): Repository[] {
  if (error instanceof AppError && error.code === 'bad-request') return []
  throw error
}

async function repositoriesOf({ registry }: Services, rule: RetentionRule): Promise<Repository[]> {
  const found = await Promise.all(rule.repositories.map((key) => findRepository(registry, key)))
  const missing = rule.repositories.filter(
    (_key, index) => found[index] === undefined || found[index].kind === 'virtual',
  )
  if (missing.length > 0)
    throw badRequest(
      `These hold no files of their own, or do not exist: ${missing.join(', ')}.`,
      'repositories',
    )
  return found.filter((one) => one !== undefined)
}

async function getRule(services: Services, name: string): Promise<RetentionRule> {
  const rule = (await listRules(services)).find((one) => one.name === name)
  if (rule === undefined) throw notFound('rule', name)
  return rule
}

async function changeRules(
  { access, database }: Services,
  by: Doer,
  kind: 'retention.rule-saved' | 'retention.rule-removed',
  name: string,
  change: (before: RetentionRule[]) => RetentionRule[],
): Promise<void> {
  await transaction(database, async (db, after) => {
    await access.live.change(db, after, rules, (before) => ({ rules: change(before.rules) }))
    await audit(access, db, by, { kind, target: name })
  })
}
