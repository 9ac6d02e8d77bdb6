// Whether the numbers should be counted again: soon after something happened, yet never for more than a twentieth of the time.
import type { Db } from '../../platform/db/connect.ts'
import type { StorageState } from './state.ts'

const share = 20
/** The samples of days need numbers even where nothing happens. */
const oldestHours = 6

export function isDue(state: StorageState, newest: number, now: Date): boolean {
  if (state.requestedAt !== null || state.computedAt === null) return true
  const age = (now.getTime() - Date.parse(state.computedAt)) / 1000
  return age >= oldestHours * 3600 || (newest !== state.event && age >= state.seconds * share)
}

export async function newestEvent(db: Db): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max('sequence').as('newest'))
    .executeTakeFirst()
  return Number(row?.newest ?? 0)
}
