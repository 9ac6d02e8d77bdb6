import type { Db } from './connect.ts'
import type { Schema } from './schema.ts'

/** All rows of a table that does not grow with what is stored. */
export async function countRows(db: Db, table: keyof Schema): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
