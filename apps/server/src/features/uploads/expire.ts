// Uploads that nobody goes on with are given up after a day.
import { transaction } from '../../platform/db/transaction.ts'
import type { Services } from '../feature.ts'
import { removeParts } from './part-files.ts'

const patience = 24 * 60 * 60 * 1000

export async function expireUploads({ database, clock, home }: Services): Promise<void> {
  const before = new Date(clock.now().getTime() - patience).toISOString()
  const rows = await database.db
    .selectFrom('uploads')
    .select('id')
    .where('touched_at', '<', before)
    .limit(1000)
    .execute()
  for (const { id } of rows) await removeParts(home, id)
  if (rows.length === 0) return
  await transaction(database, (db) =>
    db
      .deleteFrom('uploads')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .where('touched_at', '<', before)
      .execute(),
  )
}
