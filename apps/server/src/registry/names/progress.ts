// How far the index of names has come.
import { z } from 'zod'
import type { Db } from '../../platform/db/connect.ts'

const setting = 'name-index'

const Progress = z.object({
  /** The last of the names that were there before; null when all of them are in. */
  after: z.string().nullable(),
  /** The last of the indexed names that was looked at to see whether anything still has it. */
  checked: z.number(),
})
type NameIndexProgress = z.infer<typeof Progress>

export const nameIndexProgress = {
  async read(db: Db): Promise<NameIndexProgress | undefined> {
    const row = await db.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst()
    return row && Progress.parse(JSON.parse(row.value))
  },
  async write(db: Db, progress: NameIndexProgress): Promise<void> {
    const value = JSON.stringify(progress)
    await db
      .insertInto('settings')
      .values({ name: setting, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  },
}
