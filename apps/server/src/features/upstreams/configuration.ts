// The offline mode in the configuration document: whether upstreams are asked at all.
import { audit } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { flag } from '../../registry/config/member.ts'
import { offlineMode } from '../../registry/remote/offline-mode.ts'
import type { ConfigurationPart } from '../feature.ts'

export const offlinePart: ConfigurationPart = {
  path: ['offlineMode'],
  describe: async ({ access }) => (await access.live.get(offlineMode)).isOn,
  async merge({ access, database }, by, given) {
    const isOn = given === null ? false : flag().read(given, 'offlineMode')
    await transaction(database, async (db, after) => {
      await access.live.set(db, after, offlineMode, { isOn })
      await audit(access, db, by, { kind: 'upstreams.offline-mode-changed', detail: { isOn } })
    })
    return undefined
  },
}
