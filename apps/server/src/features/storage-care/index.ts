// The care of what is stored: what nothing refers to goes, and what is there is read again now and then.
import { storageCare as contract } from '@bindery/contracts'
import { later, type Feature, type Services } from '../feature.ts'
import { settleAside } from '../../registry/garbage/sweep.ts'
import { collectGarbage, garbageTask } from './garbage.ts'
import { limitGuard } from './limits.ts'
import { lookEvery } from './requests.ts'
import { scrubStorage, scrubTask } from './scrub.ts'

export const storageCare: Feature = {
  name: 'storage-care',
  endpoints: later([contract], () => import('./routes.ts')),
  jobs: { [garbageTask.job]: collectGarbage, [scrubTask.job]: scrubStorage },
  schedules: { [garbageTask.job]: lookEvery, [scrubTask.job]: lookEvery },
  start(services) {
    services.registry.guards.push(limitGuard(services))
    void recover(services)
  },
}

/** A crash may have undone a removal in the database but not on the disk: what has a row comes back at once. */
async function recover({ log, registry }: Services): Promise<void> {
  try {
    await settleAside(registry, new Date(0))
  } catch (error) {
    log.warn('What garbage collection had set aside could not be settled; its next run does it', { error })
  }
}
