import { projects as contract, projectViews } from '@bindery/contracts'
import { projectRules } from '../../access/rules/project-rules.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { later, type Feature } from '../feature.ts'
import { quotaGuard } from './quota.ts'
import { calculate, jobs, schedules } from './storage.ts'

export const projects: Feature = {
  name: 'projects',
  endpoints: [
    ...later([contract], () => import('./routes.ts')),
    ...later([projectViews], () => import('./view-routes.ts')),
  ],
  jobs,
  schedules,
  start: (services) => {
    services.access.ruleSources.push(projectRules)
    services.registry.guards.push(quotaGuard(services, (project) => calculate(services, project)))
  },
  settingStates: { '/admin/projects/list': ({ database }) => countRows(database.db, 'projects') },
}
