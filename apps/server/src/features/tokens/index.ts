import { countRows } from '../../platform/db/count-rows.ts'
import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'
import { jobs, schedules } from './upkeep.ts'

export const tokens: Feature = {
  name: 'tokens',
  endpoints,
  jobs,
  schedules,
  settingStates: { '/admin/management/tokens': ({ database }) => countRows(database.db, 'tokens') },
}
