import { repositories, type Repository } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { can, repositoryActions } from '../../access/rules/permissions.ts'
import { formatOf } from '../../registry/registry.ts'
import * as registry from '../../registry/repositories.ts'
import { implement, type Services } from '../feature.ts'

export const endpoints = implement(repositories, {
  list: {
    allow: 'browse',
    handle: async ({ actor, origin }, services) =>
      (await registry.listRepositories(services.registry))
        .filter((repository) => can(actor, 'read', repository))
        .map((repository) => toView(services, repository, actor, origin)),
  },
  create: {
    allow: 'manage-resources',
    handle: async ({ actor, origin, body }, services) =>
      toView(services, await registry.createRepository(services.registry, body), actor, origin),
  },
  remove: {
    allow: 'manage-resources',
    handle: ({ params }, services) => registry.removeRepository(services.registry, params.key),
  },
})

const toView = (
  services: Services,
  repository: registry.Repository,
  actor: Actor,
  origin: string,
): Repository => ({
  key: repository.key,
  kind: repository.kind,
  format: repository.format,
  description: repository.description,
  url: origin + formatOf(services.registry, repository).clientPath(repository.key),
  createdAt: repository.createdAt,
  can: Object.fromEntries(repositoryActions.map((action) => [action, can(actor, action, repository)])),
})
