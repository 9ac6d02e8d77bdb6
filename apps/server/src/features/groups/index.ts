import { countRows } from '../../platform/db/count-rows.ts'
import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const groups: Feature = {
  name: 'groups',
  endpoints,
  settingStates: { '/admin/management/groups': ({ database }) => countRows(database.db, 'groups') },
}
