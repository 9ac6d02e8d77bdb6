// When a mirror runs by the clock: expressions as Quartz writes them, seconds first and Sunday the first day of the week.
import { Cron } from 'croner'
import { badRequest, quote } from '../../platform/errors.ts'

export function requireCron(expression: string): void {
  try {
    read(expression)
  } catch {
    throw badRequest(
      `${quote(expression)} is not a cron expression. Write seconds, minutes, hours, day of the month, month and day of the week, such as 0 0 2 * * ?`,
      'cronExp',
    )
  }
}

/** Undefined when there is no such time any more. */
export const nextRun = (expression: string, after: Date): Date | undefined =>
  expression === '' ? undefined : (read(expression).nextRun(after) ?? undefined)

const read = (expression: string) =>
  new Cron(expression, { paused: true, alternativeWeekdays: true, sloppyRanges: true })
