// A run that somebody asks for. Each rule and each policy has one job, by the clock and when asked, so that two runs of one never meet.
import { transaction } from '../../platform/db/transaction.ts'
import { conflict } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { Services } from '../feature.ts'

interface AskedRun {
  job: string
  id: string
  payload: object
  /** As it is called in sentences: `The rule tidy`. */
  name: string
}

/** Whoever asks while it runs, or is about to, is told so. */
export async function askRun(
  { clock, database }: Services,
  { job, id, payload, name }: AskedRun,
): Promise<{ info: string }> {
  await transaction(database, async (db) => {
    const known = await db
      .selectFrom('jobs')
      .select(['state', 'run_after'])
      .where('id', '=', id)
      .executeTakeFirst()
    const isDue = known?.state === 'waiting' && known.run_after <= clock.now().toISOString()
    if (known?.state === 'running' || isDue)
      throw conflict(`${name} is running already. Its runs say what it removes; ask again when it is done.`)
    await enqueue(db, job, payload, { id })
  })
  return { info: `${name} runs in the background; its runs and the audit log say what it removed.` }
}
