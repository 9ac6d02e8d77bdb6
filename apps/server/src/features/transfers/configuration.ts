// The trash can in the configuration document.
import { audit } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { readElement } from '../../registry/config/elements.ts'
import { flag, integer } from '../../registry/config/member.ts'
import { trashSettings } from '../../registry/trash/repository.ts'
import type { ConfigurationPart } from '../feature.ts'

const members = { enabled: flag(true), retentionPeriodDays: integer(14, 1, 36_500) }

export const trashPart: ConfigurationPart = {
  path: ['trashcanConfig'],
  async describe({ access }) {
    const { isOn, days } = await access.live.get(trashSettings)
    return { enabled: isOn, retentionPeriodDays: days }
  },
  async merge({ access, database }, by, given) {
    const { values, rest } = readElement(
      'trashcanConfig',
      given ?? { enabled: null, retentionPeriodDays: null },
      members,
    )
    const before = await access.live.get(trashSettings)
    const settings = {
      isOn: values.enabled ?? before.isOn,
      days: values.retentionPeriodDays ?? before.days,
    }
    await transaction(database, async (db, after) => {
      await access.live.set(db, after, trashSettings, settings)
      await audit(access, db, by, { kind: 'trash.settings-changed', detail: settings })
    })
    return rest
  },
}
