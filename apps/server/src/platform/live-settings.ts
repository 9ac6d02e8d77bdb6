// Settings that an administrator changes while the program runs, each a typed document in the table of settings.
// A process that is alone on its database keeps them in memory; several on one read them anew, so none is ever stale.
import type { z } from 'zod'
import type { Database, Db } from './db/connect.ts'
import { recordEvent } from './jobs/events.ts'

export interface LiveSetting<T = unknown> {
  name: string
  schema: z.ZodType<T>
  /** Kept by the program for itself: nobody is told when it changes. */
  isQuiet?: boolean
}

const prefix = 'live:'

/** `schema` must accept `{}`: that is what a new installation has. */
export const liveSetting = <S extends z.ZodType>(
  name: string,
  schema: S,
  { isQuiet = false } = {},
): LiveSetting<z.output<S>> => ({
  isQuiet,
  name: prefix + name,
  schema: schema as unknown as z.ZodType<z.output<S>>,
})

export class LiveSettings {
  readonly #database: Database
  readonly #known = new Map<string, unknown>()
  #generation = 0

  constructor(database: Database) {
    this.#database = database
  }

  async get<T>(setting: LiveSetting<T>): Promise<T> {
    if (!this.#database.isShared && this.#known.has(setting.name)) return this.#known.get(setting.name) as T
    const generation = this.#generation
    const value = await readSetting(this.#database.db, setting)
    if (generation === this.#generation) this.#known.set(setting.name, value)
    return value
  }

  /** What is known without reading; undefined on a shared database, and before the first read. */
  peek<T>(setting: LiveSetting<T>): T | undefined {
    // Kept by get() under the name of the same setting.
    return this.#database.isShared ? undefined : (this.#known.get(setting.name) as T | undefined)
  }

  /** Inside a transaction; `after` is the transaction's own. */
  async set<T>(
    db: Db,
    after: (callback: () => void) => void,
    setting: LiveSetting<T>,
    value: T,
  ): Promise<void> {
    const text = JSON.stringify(value)
    await db
      .insertInto('settings')
      .values({ name: setting.name, value: text })
      .onConflict((on) => on.column('name').doUpdateSet({ value: text }))
      .execute()
    if (!setting.isQuiet)
      await recordEvent(db, 'setting-changed', { setting: setting.name.replace(prefix, '') })
    after(() => {
      this.#generation++
      this.#known.delete(setting.name)
    })
  }

  /** After a commit that wrote settings by another handle. */
  forgetAll(): void {
    this.#generation++
    this.#known.clear()
  }

  /** Reads and writes in one go, so that of two changes at once the second builds on the first. Inside a transaction. */
  async change<T>(
    db: Db,
    after: (callback: () => void) => void,
    setting: LiveSetting<T>,
    change: (value: T) => T,
  ): Promise<T> {
    // Changes nothing but takes the row: PostgreSQL would let two read the same value otherwise.
    const { name } = setting
    await db
      .insertInto('settings')
      .values({ name, value: '{}' })
      .onConflict((on) => on.column('name').doUpdateSet({ name }))
      .execute()
    const value = change(await readSetting(db, setting))
    await this.set(db, after, setting, value)
    return value
  }
}

async function readSetting<T>(db: Db, setting: LiveSetting<T>): Promise<T> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', setting.name)
    .executeTakeFirst()
  return setting.schema.parse(row === undefined ? {} : JSON.parse(row.value))
}
