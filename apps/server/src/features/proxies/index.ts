import { proxies as contract } from '@bindery/contracts'
import { countRows } from '../../platform/db/count-rows.ts'
import { later, type Feature } from '../feature.ts'
import { findWay } from './proxies.ts'

export const proxies: Feature = {
  name: 'proxies',
  endpoints: later([contract], () => import('./routes.ts')),
  configuration: async () => [(await import('./configuration.ts')).proxiesPart],
  start: (services) => services.outbound.useProxies((key) => findWay(services, key)),
  settingStates: { '/admin/proxies/configuration': ({ database }) => countRows(database.db, 'proxies') },
}
