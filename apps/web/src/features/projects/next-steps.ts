import type { ProjectOverview } from '@bindery/contracts'
import type { MessageId } from '../../lib/messages.ts'

interface Step {
  text: MessageId
  to: string
  isDone: boolean
}

/** What a new project still needs before its people can work in it. */
export const nextSteps = (project: ProjectOverview): Step[] => [
  { text: 'projects.stepAdmin', to: '/admin/projects/members', isDone: project.adminCount > 0 },
  { text: 'projects.stepResources', to: '/admin/projects/resources', isDone: project.repositories > 0 },
  {
    text: 'projects.stepMembers',
    to: '/admin/projects/members',
    isDone: project.users + project.groups > project.adminCount,
  },
]
