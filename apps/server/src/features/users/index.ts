import { users as contract } from '@bindery/contracts'
import { countRows } from '../../platform/db/count-rows.ts'
import { later, type Feature } from '../feature.ts'

export const users: Feature = {
  name: 'users',
  endpoints: later([contract], () => import('./routes.ts')),
  settingStates: { '/admin/management/users': ({ database }) => countRows(database.db, 'users') },
}
