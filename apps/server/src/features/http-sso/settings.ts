import { HttpSso } from '@bindery/contracts'
import { audit, type Doer } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { liveSetting } from '../../platform/live-settings.ts'
import type { Services } from '../feature.ts'

export const httpSsoSettings = liveSetting('http-sso', HttpSso)

export async function changeHttpSso(
  { access, database }: Services,
  by: Doer,
  change: (before: HttpSso) => HttpSso,
): Promise<HttpSso> {
  return transaction(database, async (db, after) => {
    const settings = await access.live.change(db, after, httpSsoSettings, change)
    const { isEnabled, header, proxies } = settings
    await audit(access, db, by, { kind: 'http-sso.changed', detail: { isEnabled, header, proxies } })
    return settings
  })
}
