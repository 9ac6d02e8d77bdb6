// Who may make and change repositories: administrators and managers of resources all of them, whoever manages the resources
// of a project those of that project.
import type { Actor } from '../../access/actor.ts'
import { can, mayUse } from '../../access/rules/permissions.ts'
import { requireProjectRight } from '../../access/rules/project-rights.ts'
import { AppError, forbidden, notFound } from '../../platform/errors.ts'
import { findRepository, type Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'

export async function mayManage({ database }: Services, actor: Actor, projectKey: string): Promise<boolean> {
  if (mayUse(actor, 'manage-resources')) return true
  if (projectKey === '') return false
  return requireProjectRight(database.db, actor, projectKey, 'MANAGE_RESOURCES').then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
}

/** For each of the projects that repositories come into or leave. */
export async function requireManager(
  services: Services,
  actor: Actor,
  projectKeys: Iterable<string>,
): Promise<void> {
  for (const projectKey of new Set(projectKeys))
    if (!(await mayManage(services, actor, projectKey)))
      throw forbidden(
        'Only an administrator may do this, or whoever manages the resources of the project that the repository belongs to.',
      )
}

/** The repository, when the actor may change it; whoever may not read it is not told that it exists. */
export async function getManaged(services: Services, actor: Actor, key: string): Promise<Repository> {
  const repository = await findRepository(services.registry, key)
  if (repository && (await mayManage(services, actor, repository.projectKey))) return repository
  if (repository && can(actor, 'read', repository))
    await requireManager(services, actor, [repository.projectKey])
  throw notFound('repository', key)
}
