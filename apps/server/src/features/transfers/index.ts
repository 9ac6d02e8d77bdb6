// Copying, moving, deleting into the trash can and restoring, over Artifactory's calls.
import { transfers as contract } from '@bindery/contracts'
import { expireTrash } from '../../registry/trash/trash.ts'
import { trashSettings } from '../../registry/trash/repository.ts'
import { later, type Feature, type Services } from '../feature.ts'

const expireJob = 'expire-trash'

export const transfers: Feature = {
  name: 'transfers',
  endpoints: later([contract], () => import('./routes.ts')),
  configuration: async () => [(await import('./configuration.ts')).trashPart],
  jobs: { [expireJob]: expire },
  schedules: { [expireJob]: { everyMinutes: 24 * 60 } },
}

async function expire({ registry, access, clock }: Services): Promise<void> {
  const { days } = await access.live.get(trashSettings)
  await expireTrash(registry, new Date(clock.now().getTime() - days * 86_400_000))
}
