// Changes of several features as one transaction: each of them gets services whose database is that transaction.
import { forgetActors } from '../../../access/access.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { together } from '../../../platform/db/transaction.ts'
import { refreshInstallation } from '../../../platform/installation/installation.ts'
import { LiveSettings } from '../../../platform/live-settings.ts'
import type { Services } from '../../feature.ts'

export async function changeTogether<T>(
  services: Services,
  body: (services: Services) => Promise<T>,
): Promise<T> {
  const result = await together(services.database, (database, after) => {
    after(() => forgetAll(services))
    return body(through(database, services))
  })
  await refreshInstallation(services.installation)
  return result
}

function through(database: Database, services: Services): Services {
  const live = new LiveSettings(database)
  const access = { ...services.access, database, live }
  const registry = { ...services.registry, database, access }
  return {
    ...services,
    database,
    access,
    registry,
    installation: { ...services.installation, database, live },
  }
}

/** What changes forget after the commit by counting, they count in the copies made for them. */
function forgetAll({ access }: Services): void {
  access.live.forgetAll()
  access.rulesGeneration++
  forgetActors(access)
}
