import type { ProjectActivity } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** What somebody did to the project, as the rest of a sentence that begins with the name. */
export function activityInWords({ kind, detail }: ProjectActivity): string {
  const who = text(detail['user']) === '' ? text(detail['group']) : text(detail['user'])
  const repository = text(detail['repository'])
  switch (kind) {
    case 'project.created':
      return message('projects.didCreate')
    case 'project.changed':
      return message('projects.didChange')
    case 'project.member-set':
      return message('projects.didSetMember', { who, roles: rolesOf(detail['roles']) })
    case 'project.member-removed':
      return message('projects.didRemoveMember', { who })
    case 'project.repository-attached':
      return message('projects.didAttach', { repository })
    case 'project.repository-detached':
      return message('projects.didDetach', { repository })
    case 'project.repository-shared':
      return message('projects.didShare', { repository })
    case 'project.repository-unshared':
      return message('projects.didUnshare', { repository })
    case 'project.repository-placed':
      return message('projects.didPlace', { repository, environment: text(detail['environment']) })
    default:
      return kind
  }
}

const rolesOf = (value: unknown) => (Array.isArray(value) ? value.map(text).join(', ') : '')
