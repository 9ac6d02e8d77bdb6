// One backup: the command `backup` in a process of its own, into a folder or an archive with the time in its name, and then the end of older
// ones. What fails is kept with the run, for whoever looks; the next one comes in its time.
import { join } from 'node:path'
import type { Backup } from '@bindery/contracts'
import { systemActor } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import { backupFolder } from '../../platform/backup-folder.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { JobContext } from '../../platform/jobs/worker.ts'
import { beginRun, withRun } from '../../registry/storage-runs.ts'
import type { Services } from '../feature.ts'
import { Asked, findBackup, plan, runKind, type Result } from './backups.ts'
import { nameOf, removeHalf, removeOld, removeOtherForm, stampOf } from './old.ts'
import { tellAdministrators } from './letter.ts'

export async function runBackup(services: Services, payload: unknown, { signal }: JobContext): Promise<void> {
  const { key, by, cronExp } = Asked.parse(payload)
  const backup = await findBackup(services, key)
  if (!backup) return
  // Switched off or given another time since it was planned.
  if (cronExp !== null && (!backup.enabled || backup.cronExp !== cronExp)) return
  try {
    await make(services, backup, by, signal)
  } catch (error) {
    // Whoever takes the job over makes it anew.
    if (signal.aborted) throw error
    services.log.warn('A backup was not made', { backup: key, error })
    const reason = error instanceof Error ? error.message : ''
    await note(services, 'backup.failed', key, { reason })
    if (backup.sendMailOnError) await tellAdministrators(services, key, reason)
  }
  const after = await findBackup(services, key)
  if (after) await transaction(services.database, (db) => plan(services, db, after))
}

async function make(services: Services, backup: Backup, by: string, signal: AbortSignal): Promise<void> {
  const { clock, database, home } = services
  const { key, retentionPeriodHours: hours, createArchive } = backup
  const all = join(backupFolder(home), key)
  const now = clock.now()
  // Without a time after which they go there is one, which only takes what is new.
  const folder = join(all, nameOf(hours === 0 ? 'current' : stampOf(now), createArchive))
  const result: Result = { folder, report: '', removed: 0 }
  const begun = await transaction(database, (db) => beginRun(db, runKind(key), { by, now, result }))
  await withRun<Result>(services, begun, async (run) => {
    try {
      run.result.report = await services.exportSystem(folder, signal)
    } catch (error) {
      // Half a backup is none; the one that is brought up to date keeps what it has.
      if (hours > 0) await removeHalf(folder)
      throw error
    }
    run.result.removed =
      hours > 0
        ? await removeOld(all, folder, new Date(now.getTime() - hours * hour))
        : await removeOtherForm(folder)
    await note(services, 'backup.made', key, { folder, removed: run.result.removed })
  })
}

const hour = 60 * 60 * 1000

const note = (
  { access, database }: Services,
  kind: 'backup.made' | 'backup.failed',
  target: string,
  detail: Record<string, string | number>,
) =>
  transaction(database, (db) =>
    audit(access, db, { actor: systemActor, address: null }, { kind, target, detail }),
  )
