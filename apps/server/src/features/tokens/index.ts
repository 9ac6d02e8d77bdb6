import { tokens as contract } from '@bindery/contracts'
import { countRows } from '../../platform/db/count-rows.ts'
import { later, type Feature } from '../feature.ts'
import { jobs, schedules } from './upkeep.ts'

export const tokens: Feature = {
  name: 'tokens',
  endpoints: later([contract], () => import('./routes.ts')),
  jobs,
  schedules,
  settingStates: { '/admin/management/tokens': ({ database }) => countRows(database.db, 'tokens') },
}
