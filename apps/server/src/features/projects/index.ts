import { projectRules } from '../../access/rules/project-rules.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import type { Feature } from '../feature.ts'
import { quotaGuard } from './quota.ts'
import { endpoints } from './routes.ts'
import { jobs, schedules } from './storage.ts'
import { endpoints as views } from './view-routes.ts'

export const projects: Feature = {
  name: 'projects',
  endpoints: [...endpoints, ...views],
  jobs,
  schedules,
  start: (services) => {
    services.access.ruleSources.push(projectRules)
    services.registry.guards.push(quotaGuard(services))
  },
  settingStates: { '/admin/projects/list': ({ database }) => countRows(database.db, 'projects') },
}
