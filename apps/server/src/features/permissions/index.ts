import { countRows } from '../../platform/db/count-rows.ts'
import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const permissions: Feature = {
  name: 'permissions',
  endpoints,
  settingStates: { '/admin/management/permissions': ({ database }) => countRows(database.db, 'permissions') },
}
