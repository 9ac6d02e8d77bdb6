// Searches: the query language, and the addresses for what is asked most often. All of them are queries of
// registry/aql, so that rights, limits and indexes are the same for all.
import { artifactSearch } from '@bindery/contracts'
import { later, type Feature, type Services } from '../feature.ts'
import { archiveIndexJob, archiveIndexSchedule, runArchiveIndex } from './archive-index.ts'
import { followPublishing } from './follow-publishing.ts'
import { nameIndexJob, nameIndexSchedule, runNameIndex } from './name-index.ts'

/** By the services, because tests run several applications in one process. */
const following = new WeakMap<Services, () => Promise<void>>()

export const search: Feature = {
  name: 'search',
  endpoints: later([artifactSearch], () => import('./routes.ts')),
  jobs: { [archiveIndexJob]: runArchiveIndex, [nameIndexJob]: runNameIndex },
  schedules: { [archiveIndexJob]: archiveIndexSchedule, [nameIndexJob]: nameIndexSchedule },
  start(services) {
    following.set(services, followPublishing(services, [archiveIndexJob, nameIndexJob]))
  },
  async stop(services) {
    await following.get(services)?.()
  },
}
