// When the index of archives is brought up to date: soon after something happened, by a durable job. Nobody who publishes
// writes a row for it; the events that are there anyway are followed, many at a time.
import type { JobContext } from '../../platform/jobs/worker.ts'
import { keepArchiveIndex } from '../../registry/archives/keep-index.ts'
import type { Services } from '../feature.ts'

export const archiveIndexJob = 'index-archives'
/** For what is missed, as by a process that was killed. */
export const archiveIndexSchedule = { everyMinutes: 60 }

export const runArchiveIndex = ({ registry }: Services, _payload: unknown, { signal }: JobContext) =>
  keepArchiveIndex(registry, signal)
