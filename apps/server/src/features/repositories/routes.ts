import { repositories, type Repository } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { can, repositoryActions } from '../../access/rules/permissions.ts'
import { formatOf } from '../../registry/registry.ts'
import { createRepository, removeRepository } from '../../registry/change-repositories.ts'
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
    handle: async (call, services) => {
      const { key, kind, format, description, config } = call.body
      const wanted = { key, kind, format, config: { ...config, description } }
      return toView(
        services,
        await createRepository(services.registry, call, wanted),
        call.actor,
        call.origin,
      )
    },
  },
  remove: {
    allow: 'manage-resources',
    handle: (call, services) => removeRepository(services.registry, call, call.params.key),
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
