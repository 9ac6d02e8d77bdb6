import { audit, type Doer } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { isReadOnly, readOnlyMode } from '../../platform/installation/read-only.ts'
import type { Services } from '../feature.ts'

export async function setReadOnly(services: Services, by: Doer, wanted: boolean): Promise<void> {
  const { access } = services
  if ((await isReadOnly(services)) === wanted) return
  await transaction(access.database, async (db, after) => {
    await access.live.set(db, after, readOnlyMode, { isReadOnly: wanted })
    await audit(access, db, by, { kind: wanted ? 'read-only.switched-on' : 'read-only.switched-off' })
  })
}
