// Downloads of the last 30 days, for any number of packages in one query.
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/connect.ts'

const days = 30
const dayLength = 86_400_000

/** By package id: a count for each day, oldest first, today last. */
export async function readDailyDownloads(
  db: Db,
  clock: Clock,
  packageIds: string[],
): Promise<Map<string, number[]>> {
  const firstDay = dayOf(new Date(clock.now().getTime() - (days - 1) * dayLength))
  const counts = new Map(packageIds.map((id) => [id, Array<number>(days).fill(0)]))
  if (packageIds.length === 0) return counts
  const rows = await db
    .selectFrom('downloads')
    .select(['package_id', 'day', sql<number>`sum(count)`.as('count')])
    .where('package_id', 'in', packageIds)
    .where('day', '>=', firstDay)
    .groupBy(['package_id', 'day'])
    .execute()
  for (const { package_id, day, count } of rows) {
    const index = Math.round((Date.parse(day) - Date.parse(firstDay)) / dayLength)
    const perDay = counts.get(package_id)
    if (perDay?.[index] !== undefined) perDay[index] = Number(count)
  }
  return counts
}

export async function readVersionDownloads(db: Db, packageIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('downloads')
    .select(['version_id', sql<number>`sum(count)`.as('count')])
    .where('package_id', 'in', packageIds)
    .groupBy('version_id')
    .execute()
  return new Map(rows.map((row) => [row.version_id, Number(row.count)]))
}

export function addDays(lists: (number[] | undefined)[]): number[] {
  const total = Array<number>(days).fill(0)
  for (const list of lists)
    for (const [index, count] of (list ?? []).entries()) total[index] = (total[index] ?? 0) + count
  return total
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
