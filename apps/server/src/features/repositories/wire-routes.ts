// Repository configurations for clients of Artifactory: command line, Terraform, libraries. What they compare and match is
// kept to the letter: a missing repository is a bad request, creating answers 200 with a sentence.
import { artifactoryRepositories, type RepositoryConfiguration } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { AppError, badRequest } from '../../platform/errors.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/wire.ts'
import { listReadable, mayRead } from '../../registry/allowed.ts'
import {
  createRepositories,
  removeRepository,
  updateRepositories,
} from '../../registry/change-repositories.ts'
import { findPackageType, repositoryKinds } from '../../registry/config/package-types.ts'
import { findRepository, listRepositories, type Repository } from '../../registry/repositories.ts'
import { implement, type HandlerOf, type Services } from '../feature.ts'
import { managerOf } from './list.ts'
import { getManaged, mayManage, requireManager } from './manage.ts'
import { toListed, toNew, toPublic, toWire, wordOf } from './wire-json.ts'

type Wire = typeof artifactoryRepositories

const get: HandlerOf<Wire, 'get'> = {
  allow: 'browse',
  handle: async ({ actor, params }, services) => {
    const repository = await findRepository(services.registry, params.key)
    const isManager = repository && (await mayManage(services, actor, repository.projectKey))
    const isSeen = isManager || (repository && (await mayRead(services.registry, actor, repository)))
    if (!isSeen || repository.isCache) throw badRequest('Bad Request')
    return isManager ? toWire(repository) : toPublic(repository)
  },
}

const put: HandlerOf<Wire, 'put'> = {
  allow: 'signed-in',
  handle: async (call, services) => {
    const { key } = call.params
    await requireManager(services, call.actor, [wordOf(call.body.projectKey)])
    await createRepositories(services.registry, call, [toNew(key, call.body)]).catch((error: unknown) => {
      // Clients look for 400 here.
      throw error instanceof AppError && error.code === 'conflict' ? badRequest(error.message, 'key') : error
    })
    return new PlainReply(text(200, `Successfully created repository '${key}'\n`))
  },
}

const post: HandlerOf<Wire, 'post'> = {
  allow: 'signed-in',
  handle: async (call, services) => {
    const { key } = call.params
    await requireChange(services, call.actor, key, call.body)
    await updateRepositories(services.registry, call, [{ key, config: call.body }])
    return new PlainReply(text(200, `Repository ${key} update successfully.\n`))
  },
}

const remove: HandlerOf<Wire, 'remove'> = {
  allow: 'signed-in',
  handle: async (call, services) => {
    const { key } = await getManaged(services, call.actor, call.params.key)
    await removeRepository(services.registry, call, key)
    return new PlainReply(
      text(200, `Repository '${key}' and all its content have been removed successfully.\n`),
    )
  },
}

export const endpoints = implement(artifactoryRepositories, {
  list: {
    allow: 'browse',
    handle: async ({ actor, origin, query: { type, packageType, project } }, services) => {
      const manages = await managerOf(services, actor)
      return (await listReadable(services.registry, actor))
        .filter((one) => isOneOf(type, one.kind) && hasType(packageType, one))
        .filter((one) => !project || one.projectKey === (project === 'default' ? '' : project))
        .map((one) => toListed(origin, one, manages(one.projectKey)))
    },
  },
  configurations: {
    allow: 'manage-resources',
    handle: async ({ query }, { registry }) => {
      const all = (await listRepositories(registry)).filter(
        (one) => isOneOf(query.repoType, one.kind) && hasType(query.packageType, one),
      )
      return Object.fromEntries(
        repositoryKinds
          .filter((kind) => isOneOf(query.repoType, kind))
          .map((kind) => [kind.toUpperCase(), all.filter((one) => one.kind === kind).map(toWire)]),
      )
    },
  },
  get,
  put,
  post,
  remove,
  getSecond: get,
  putSecond: put,
  postSecond: post,
  removeSecond: remove,
  createMany: {
    allow: 'signed-in',
    handle: async (call, services) => {
      await requireManager(
        services,
        call.actor,
        call.body.map((one) => wordOf(one.projectKey)),
      )
      const wanted = call.body.map((one) => toNew(keyOf(one), one))
      await createRepositories(services.registry, call, wanted)
      return new PlainReply(text(201, `Successfully created ${wanted.length} repositories\n`))
    },
  },
  updateMany: {
    allow: 'signed-in',
    handle: async (call, services) => {
      const changes = call.body.map((config) => ({ key: keyOf(config), config }))
      for (const { key, config } of changes) await requireChange(services, call.actor, key, config)
      await updateRepositories(services.registry, call, changes)
      return new PlainReply(text(200, `Successfully updated ${changes.length} repositories\n`))
    },
  },
})

/** Whoever changes it manages the project that it is in, and the one that it comes into. */
async function requireChange(
  services: Services,
  actor: Actor,
  key: string,
  config: RepositoryConfiguration,
): Promise<void> {
  await getManaged(services, actor, key)
  if (config.projectKey !== undefined) await requireManager(services, actor, [wordOf(config.projectKey)])
}

function keyOf(config: RepositoryConfiguration): string {
  const key = wordOf(config.key)
  if (key === '') throw badRequest('Each configuration names its key.', 'key')
  return key
}

/** `local,remote`, in any case; nothing asked for is everything. */
const isOneOf = (asked = '', word: string) =>
  asked === '' ||
  asked
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .includes(word)

const hasType = (asked = '', { format }: Repository) =>
  asked === '' || asked.split(',').some((one) => findPackageType(one.trim())?.id === format)
