import { permissions as contract, principals } from '@bindery/contracts'
import { countRows } from '../../platform/db/count-rows.ts'
import { later, type Feature } from '../feature.ts'

export const permissions: Feature = {
  name: 'permissions',
  endpoints: later([contract, principals], () => import('./routes.ts')),
  settingStates: { '/admin/management/permissions': ({ database }) => countRows(database.db, 'permissions') },
}
