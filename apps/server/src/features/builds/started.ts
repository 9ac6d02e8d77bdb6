// The moment at which a run started, as a query names it.
import { badRequest } from '../../platform/errors.ts'
import { readMoment } from '../../registry/builds/build-times.ts'

export function momentOf(started: string | undefined): string | undefined {
  if (started === undefined) return undefined
  const moment = readMoment(started)
  if (moment === undefined)
    throw badRequest('The time cannot be read. Write it like 2024-01-31T10:20:30.123+0000.', 'started')
  return moment
}
