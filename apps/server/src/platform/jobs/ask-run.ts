// A run that somebody asks for. A thing that runs by the clock and when asked has one job for both, so that two runs of it never meet.
import type { Clock } from '../clock.ts'
import type { Database } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { conflict } from '../errors.ts'
import { enqueue } from './queue.ts'

interface AskedRun {
  job: string
  id: string
  payload: object
  /** As it is called in sentences: `The rule tidy`. */
  name: string
}

/** Whoever asks while it runs, or is about to, is told so. */
export async function askRun(
  { clock, database }: { clock: Clock; database: Database },
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
      throw conflict(`${name} is running already. Its runs say how far it is; ask again when it is done.`)
    await enqueue(db, job, payload, { id })
  })
  return { info: `${name} runs in the background; its runs and the audit log say what it did.` }
}
