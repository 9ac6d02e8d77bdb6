// Brings the index of names up to date, many at a time: what was noted since, once all names that were there before, and now and
// then a look at some, whether anything still has them. How far it has come is kept, so a run that was cut off goes on.
import { sql } from 'kysely'
import type { Database, Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { nameIndexProgress } from './progress.ts'

/** In one transaction, so that nobody who publishes waits long. */
const step = 500
/** Each run looks at this many names. */
const checkedAtOnce = 2_000

/** Returns whether there is an index at all. */
export async function keepNames(database: Database, signal: AbortSignal): Promise<boolean> {
  if (!(await hasNameIndex(database))) await makeNameIndex(database)
  if (!(await hasNameIndex(database))) return false
  while (await takeNoted(database)) signal.throwIfAborted()
  while (await takePresent(database)) signal.throwIfAborted()
  for (let left = checkedAtOnce; left > 0 && (await dropUnused(database)); left -= step)
    signal.throwIfAborted()
  return true
}

/** A start on data that are up to date loads no migration. */
async function makeNameIndex(database: Database): Promise<void> {
  const { indexOnPostgres } = await import('../../platform/db/migrations/0082-name-parts.ts')
  await transaction(database, indexOnPostgres)
}

/** On PostgreSQL the extension may be missing; once it is there, the next run makes the index. */
export async function hasNameIndex({ engine, db }: Database): Promise<boolean> {
  if (engine === 'sqlite') return true
  const { rows } = await sql`select 1 from pg_class where oid = to_regclass('names_by_part')`.execute(db)
  return rows.length > 0
}

/** Returns whether there may be more. */
const takeNoted = (database: Database) =>
  transaction(database, async (db) => {
    const rows = await db.selectFrom('new_names').selectAll().orderBy('sequence').limit(step).execute()
    if (rows.length === 0) return false
    await addNames(database, db, [...new Set(rows.map(({ name }) => name))])
    // These and no others: with several writers, one with a smaller number may come later.
    const taken = rows.map(({ sequence }) => sequence)
    await db.deleteFrom('new_names').where('sequence', 'in', taken).execute()
    return rows.length === step
  })

const takePresent = (database: Database) =>
  transaction(database, async (db) => {
    const { after, checked } = (await nameIndexProgress.read(db)) ?? { after: '', checked: 0 }
    if (after === null) return false
    const rows = await db
      .selectFrom('nodes')
      .select('name')
      .distinct()
      .where('name', '>', after)
      .orderBy('name')
      .limit(step)
      .execute()
    const names = rows.map(({ name }) => name)
    if (names.length > 0) await addNames(database, db, names)
    await nameIndexProgress.write(db, { after: names.at(-1) ?? null, checked })
    return true
  })

async function addNames({ engine }: Database, db: Db, names: string[]): Promise<void> {
  const added = await db
    .insertInto('names')
    .values(names.map((name) => ({ name })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning(['sequence', 'name'])
    .execute()
  if (engine === 'sqlite' && added.length > 0)
    await sql`insert into name_parts (rowid, name) values ${sql.join(
      added.map(({ sequence, name }) => sql`(${sequence}, ${name})`),
    )}`.execute(db)
}

/**
 * A name that comes back meanwhile is noted by whoever brings it: if its file is not seen here, its note is taken later.
 * Returns whether there may be more before the end of the list.
 */
const dropUnused = (database: Database) =>
  transaction(database, async (db) => {
    const progress = await nameIndexProgress.read(db)
    if (!progress) return false
    const rows = await db
      .selectFrom('names')
      .select(['sequence', 'name'])
      .select((of) =>
        of.exists(of.selectFrom('nodes').select('id').whereRef('nodes.name', '=', 'names.name')).as('isUsed'),
      )
      .where('sequence', '>', progress.checked)
      .orderBy('sequence')
      .limit(step)
      .execute()
    const unused = rows.filter(({ isUsed }) => !isUsed)
    if (database.engine === 'sqlite')
      for (const { sequence, name } of unused)
        await sql`insert into name_parts (name_parts, rowid, name) values ('delete', ${sequence}, ${name})`.execute(
          db,
        )
    if (unused.length > 0)
      await db
        .deleteFrom('names')
        .where(
          'sequence',
          'in',
          unused.map(({ sequence }) => sequence),
        )
        .execute()
    const isEnd = rows.length < step
    await nameIndexProgress.write(db, { ...progress, checked: isEnd ? 0 : (rows.at(-1)?.sequence ?? 0) })
    return !isEnd
  })
