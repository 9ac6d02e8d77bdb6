import { countRows } from '../../platform/db/count-rows.ts'
import type { Feature } from '../feature.ts'
import { proxiesPart } from './configuration.ts'
import { findWay } from './proxies.ts'
import { endpoints } from './routes.ts'

export const proxies: Feature = {
  name: 'proxies',
  endpoints,
  configuration: [proxiesPart],
  start: (services) => services.outbound.useProxies((key) => findWay(services, key)),
  settingStates: { '/admin/proxies/configuration': ({ database }) => countRows(database.db, 'proxies') },
}
