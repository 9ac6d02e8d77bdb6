import { repositories, type Repository } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { can, repositoryActions } from '../../access/rules/permissions.ts'
import type { CallContext } from '../../platform/http/implement.ts'
import { IncomingCall } from '../../platform/http/wire.ts'
import { listReadable } from '../../registry/allowed.ts'
import { createRepository, removeRepository, updateRepositories } from '../../registry/change-repositories.ts'
import { formatOf } from '../../registry/registry.ts'
import { zapCaches } from '../../registry/remote/zap.ts'
import type * as registry from '../../registry/repositories.ts'
import { RegistryRequest } from '../../registry/request.ts'
import { previewResolution } from '../../registry/virtual/preview.ts'
import { implement, type Services } from '../feature.ts'
import { readDetails } from './details.ts'
import { listManaged } from './list.ts'
import { getManaged, requireManager } from './manage.ts'
import { listTypes } from './types.ts'
import { tryUpstream } from './try-upstream.ts'
import { wordOf } from './wire-json.ts'

export const endpoints = implement(repositories, {
  list: {
    allow: 'browse',
    handle: async ({ actor, origin }, services) =>
      (await listReadable(services.registry, actor)).map((repository) => {
        const view = toView(services, repository, actor, origin)
        // A virtual one by what is in it, without a right of its own.
        return { ...view, can: { ...view.can, read: true } }
      }),
  },
  create: {
    allow: 'signed-in',
    handle: async (call, services) => {
      const { key, kind, format, description, config } = call.body
      await requireManager(services, call.actor, [wordOf(config.projectKey)])
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
    allow: 'signed-in',
    handle: async (call, services) => {
      const { key } = await getManaged(services, call.actor, call.params.key)
      await removeRepository(services.registry, call, key)
    },
  },
  managed: {
    allow: 'signed-in',
    handle: ({ actor, origin }, services) => listManaged(services, actor, origin),
  },
  types: { allow: 'signed-in', handle: (_call, services) => listTypes(services) },
  read: {
    allow: 'signed-in',
    handle: async ({ actor, params, origin }, services) =>
      readDetails(services, await getManaged(services, actor, params.key), origin),
  },
  change: {
    allow: 'signed-in',
    handle: async (call, services) => {
      const { key } = await getManaged(services, call.actor, call.params.key)
      if (call.body.projectKey !== undefined)
        await requireManager(services, call.actor, [wordOf(call.body.projectKey)])
      await updateRepositories(services.registry, call, [{ key, config: call.body }])
    },
  },
  zapCaches: {
    allow: 'signed-in',
    handle: async (call, services) => {
      const remote = await getManaged(services, call.actor, call.params.key)
      await zapCaches(services.registry, call, remote)
    },
  },
  test: {
    allow: 'signed-in',
    worksReadOnly: true,
    handle: async ({ actor, body }, services) => {
      const known = body.key === '' ? undefined : await getManaged(services, actor, body.key)
      await requireManager(services, actor, [known?.projectKey ?? body.projectKey])
      return tryUpstream(services, body, known)
    },
  },
  resolve: {
    allow: 'signed-in',
    worksReadOnly: true,
    handle: async (call, services) => {
      const virtual = await getManaged(services, call.actor, call.params.key)
      return previewResolution(requestOf(call, services, virtual), call.body.name)
    },
  },
})

/** The call as one to the repository, which its resolvers understand. */
function requestOf(call: CallContext<Actor>, { registry }: Services, repository: registry.Repository) {
  const wire = new IncomingCall(
    call.raw,
    call.requestId,
    () => call.origin,
    () => call.address,
  )
  return new RegistryRequest(wire, registry, call.actor, repository, {
    target: { segments: [], isFolder: false, properties: new Map() },
    params: {},
  })
}

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
