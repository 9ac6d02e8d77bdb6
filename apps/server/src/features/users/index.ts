import { countRows } from '../../platform/db/count-rows.ts'
import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const users: Feature = {
  name: 'users',
  endpoints,
  settingStates: { '/admin/management/users': ({ database }) => countRows(database.db, 'users') },
}
