// Moments as clients of builds name them: when a run started, when it was promoted.
import { badRequest } from '../../platform/errors.ts'
import { readMoment } from '../../registry/builds/build-times.ts'

export function momentOf(
  given: string | undefined,
  field: 'started' | 'timestamp' = 'started',
): string | undefined {
  if (given === undefined) return undefined
  const moment = readMoment(given)
  if (moment === undefined)
    throw badRequest('The time cannot be read. Write it like 2024-01-31T10:20:30.123+0000.', field)
  return moment
}
