// Roles of projects: the predefined ones, and what the actions of a role mean for the repositories of the project.
import { roleActions, type Role, type RoleAction } from '@bindery/contracts'
import type { RepositoryAction } from './permissions.ts'

export const projectAdmin = 'Project Admin'

const ending = (...words: string[]) =>
  roleActions.filter((action) => words.some((word) => action.endsWith(`_${word}`)))

const reading: RoleAction[] = [
  'READ_REPOSITORY',
  'READ_RELEASE_BUNDLE',
  'READ_BUILD',
  'READ_SOURCES_PIPELINE',
]
const contributing: RoleAction[] = [
  ...reading,
  'ANNOTATE_REPOSITORY',
  'DEPLOY_CACHE_REPOSITORY',
  'ANNOTATE_BUILD',
  'DEPLOY_BUILD',
]

const predefined = (
  name: string,
  description: string,
  environments: string[],
  actions: RoleAction[],
): Role => ({
  name,
  description,
  type: name === projectAdmin ? 'ADMIN' : 'PREDEFINED',
  environments,
  actions,
})

/** In every project; their names cannot be taken. An empty list of environments means all. */
export const predefinedRoles: readonly Role[] = [
  predefined(projectAdmin, 'Manages the project, its members and its resources', [], [...roleActions]),
  predefined(
    'Developer',
    'Reads, deploys and deletes while developing',
    ['DEV'],
    [...contributing, 'DELETE_OVERWRITE_REPOSITORY', 'DELETE_BUILD', 'TRIGGER_PIPELINE', 'ISSUES_SECURITY'],
  ),
  predefined('Contributor', 'Reads and deploys while developing', ['DEV'], contributing),
  predefined('Viewer', 'Reads', [], [...reading, 'ISSUES_SECURITY', 'LICENCES_SECURITY']),
  predefined(
    'Release Manager',
    'Creates and distributes release bundles',
    [],
    [...contributing, ...ending('RELEASE_BUNDLE')],
  ),
  predefined('Security Manager', 'Manages what the scanner finds', [], [...reading, ...ending('SECURITY')]),
  predefined(
    'Application Admin',
    'Reads, and manages the resources of the project',
    [],
    [...contributing, 'DELETE_OVERWRITE_REPOSITORY', 'MANAGE_RESOURCES'],
  ),
]

const fileMeanings: Partial<Record<RoleAction, RepositoryAction>> = {
  READ_REPOSITORY: 'read',
  ANNOTATE_REPOSITORY: 'annotate',
  DEPLOY_CACHE_REPOSITORY: 'deploy',
  DELETE_OVERWRITE_REPOSITORY: 'delete',
  MANAGE_RESOURCES: 'manage',
}

/** What a role allows in a repository that lies in `placed`; a repository in no environment counts as in each. */
export function repositoryActionsOf(
  role: Pick<Role, 'environments' | 'actions'>,
  placed: readonly string[],
  meanings = fileMeanings,
): RepositoryAction[] {
  const reaches =
    role.environments.length === 0 ||
    placed.length === 0 ||
    placed.some((environment) => role.environments.includes(environment))
  if (!reaches) return []
  return role.actions.map((action) => meanings[action]).filter((action) => action !== undefined)
}
