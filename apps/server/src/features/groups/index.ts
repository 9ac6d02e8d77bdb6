import { groups as contract } from '@bindery/contracts'
import { countRows } from '../../platform/db/count-rows.ts'
import { later, type Feature } from '../feature.ts'

export const groups: Feature = {
  name: 'groups',
  endpoints: later([contract], () => import('./routes.ts')),
  settingStates: { '/admin/management/groups': ({ database }) => countRows(database.db, 'groups') },
}
