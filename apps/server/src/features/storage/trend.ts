// Growth, from the samples of days only: nothing is said before there are two.
import type { StorageSummary } from '@bindery/contracts'
import type { Db } from '../../platform/db/connect.ts'

const span = 30
const dayMs = 86_400_000

interface Samples {
  /** The first day of the last 30 that has a sample; undefined when only today has. */
  since: string | undefined
  /** Of that day, by repository; the whole storage under ''. */
  bytes: Map<string, number>
}

export async function firstSamples(db: Db, now: Date): Promise<Samples> {
  const first = await db
    .selectFrom('storage_days')
    .select((eb) => eb.fn.min('day').as('day'))
    .where('day', '>=', dayOf(now.getTime() - span * dayMs))
    .where('day', '<', dayOf(now.getTime()))
    .executeTakeFirst()
  const since = first?.day ?? undefined
  if (since === undefined) return { since, bytes: new Map() }
  const rows = await db.selectFrom('storage_days').selectAll().where('day', '=', since).execute()
  return { since, bytes: new Map(rows.map((row) => [row.repository_id, row.bytes])) }
}

export function trendOf(given: Samples & { now: Date; used: number; free: number }): StorageSummary['trend'] {
  const { since, bytes, now, used, free } = given
  const before = bytes.get('')
  if (since === undefined || before === undefined) return null
  const days = Math.round((Date.parse(dayOf(now.getTime())) - Date.parse(since)) / dayMs)
  const bytesPerDay = Math.round((used - before) / days)
  return { since, bytesPerDay, fullInDays: bytesPerDay > 0 ? Math.floor(free / bytesPerDay) : null }
}

const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)
