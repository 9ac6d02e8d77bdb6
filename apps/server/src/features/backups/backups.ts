// Which backups there are, when each runs next, and how it did.
import { Backup, type BackupRun, type BackupState } from '@bindery/contracts'
import { z } from 'zod'
import { audit, type Doer } from '../../access/audit.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { badRequest, notFound, quote } from '../../platform/errors.ts'
import { askRun } from '../../platform/jobs/ask-run.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { liveSetting } from '../../platform/live-settings.ts'
import { nextRun, requireCron } from '../../registry/mirrors/cron.ts'
import { lastRunOfEach, lastRuns } from '../../registry/storage-runs.ts'
import type { Services } from '../feature.ts'

/** One for each backup, by the clock and when somebody asks: two runs of one never meet. */
export const backupJob = 'run-backup'
const jobOf = (key: string) => `${backupJob}:${key}`

export const Asked = z.object({
  key: z.string(),
  by: z.string(),
  /** The time it was planned by; null when somebody asked. */
  cronExp: z.string().nullable(),
})
type Asked = z.infer<typeof Asked>

export type Result = Pick<BackupRun, 'folder' | 'report' | 'removed'>
export const runKind = (key: string) => `backup:${key}`

const most = 100
const setting = liveSetting('backups', z.object({ backups: z.array(Backup).default([]) }))

export const listBackups = async ({ access }: Services): Promise<Backup[]> =>
  (await access.live.get(setting)).backups

export const findBackup = async (services: Services, key: string): Promise<Backup | undefined> =>
  (await listBackups(services)).find((one) => one.key === key)

async function requireBackup(services: Services, key: string): Promise<void> {
  if (!(await findBackup(services, key))) throw notFound('backup', key)
}

export async function listBackupStates(services: Services): Promise<BackupState[]> {
  const all = await listBackups(services)
  const last = await lastRunOfEach<Result>(
    services.database.db,
    all.map(({ key }) => runKind(key)),
  )
  const now = services.clock.now()
  return all.map((backup) => ({
    backup,
    lastRun: last.get(runKind(backup.key)) ?? null,
    nextRunAt: nextTime(backup, now)?.toISOString() ?? null,
  }))
}

export async function listBackupRuns(services: Services, key: string): Promise<BackupRun[]> {
  await requireBackup(services, key)
  return lastRuns<Result>(services.database.db, runKind(key))
}

export async function requestBackup(services: Services, by: Doer, key: string): Promise<{ info: string }> {
  await requireBackup(services, key)
  const payload: Asked = { key, by: by.actor.name, cronExp: null }
  return askRun(services, { job: backupJob, id: jobOf(key), payload, name: `The backup ${key}` })
}

export async function saveBackup(services: Services, by: Doer, backup: Backup): Promise<void> {
  check(backup)
  await change(services, by, 'backup.saved', backup.key, (others) => {
    if (others.length >= most) throw badRequest(`At most ${most} backups can be named.`)
    return [...others, backup]
  })
}

export const removeBackup = (services: Services, by: Doer, key: string): Promise<void> =>
  change(services, by, 'backup.removed', key, (others) => others)

function check({ key, enabled, cronExp, excludedRepositories }: Backup): void {
  // It names a folder.
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(key))
    throw badRequest(`${quote(key)}: use up to 64 letters, digits, dashes and underscores for the key.`)
  if (cronExp !== '' || enabled) requireCron(cronExp)
  if (enabled && excludedRepositories.length > 0)
    throw badRequest(
      `A backup is a copy of the whole installation, and repositories share their bytes: none can be left out. Take ${inShort(excludedRepositories)} out of the excludedRepositories of ${key}, or leave the backup off.`,
      'excludedRepositories',
    )
}

const inShort = (names: readonly string[]) =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')

/** Its next run, if there is one. */
export async function plan({ clock }: Services, db: Db, backup: Backup): Promise<void> {
  const { key, cronExp } = backup
  const runAfter = nextTime(backup, clock.now())
  const planned: Asked = { key, by: 'system', cronExp }
  if (runAfter) await enqueue(db, backupJob, planned, { id: jobOf(key), runAfter })
}

const nextTime = ({ enabled, cronExp }: Backup, now: Date): Date | undefined =>
  enabled ? nextRun(cronExp, now) : undefined

async function change(
  services: Services,
  by: Doer,
  kind: 'backup.saved' | 'backup.removed',
  key: string,
  to: (others: Backup[]) => Backup[],
): Promise<void> {
  const { access, database } = services
  await transaction(database, async (db, after) => {
    const { backups } = await access.live.change(db, after, setting, ({ backups: before }) => ({
      backups: to(before.filter((one) => one.key !== key)),
    }))
    const changed = backups.find((one) => one.key === key)
    if (changed) await plan(services, db, changed)
    await audit(access, db, by, { kind, target: key })
  })
}
