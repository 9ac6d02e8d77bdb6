import { projectRules } from '../../access/rules/project-rules.ts'
import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const projects: Feature = {
  name: 'projects',
  endpoints,
  start: ({ access }) => {
    access.ruleSources.push(projectRules)
  },
}
