// Replications and federations on the wire of Artifactory. What moves the files is registry/mirrors.
import { artifactoryReplications } from '@bindery/contracts'
import { PlainReply } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/wire.ts'
import { overallOf, readStatuses } from '../../registry/mirrors/request.ts'
import { federateRepository } from '../../registry/change-repositories.ts'
import { implement, type HandlerOf } from '../feature.ts'
import {
  federationStatus,
  getFederated,
  mirrorsLag,
  synchroniseConfig,
  synchroniseFiles,
} from './federation.ts'
import { getManaged } from './manage.ts'
import { listReplications, removeReplications, runMirrors, saveReplications } from './replications.ts'

type Wire = typeof artifactoryReplications

const removeAll: HandlerOf<Wire, 'remove'> = {
  allow: 'signed-in',
  handle: async (call, services) => {
    const repository = await getManaged(services, call.actor, call.params.repo)
    await removeReplications(services, call, repository, call.query.url)
    return new PlainReply(text(200, `Replications of ${repository.key} removed.\n`))
  },
}

const save = (all: boolean, status: number): HandlerOf<Wire, 'putMany'> => ({
  allow: 'signed-in',
  handle: async (call, services) => {
    const repository = await getManaged(services, call.actor, call.params.repo)
    const { replications, cronExp, enableEventReplication } = call.body
    const shared = { cronExp, enableEventReplication }
    const given = replications.map((one) => ({ ...shared, ...one }))
    await saveReplications(services, call, repository, given, { all })
    return new PlainReply(text(status, `Replications of ${repository.key} saved.\n`))
  },
})

const saveOne = (status: number): HandlerOf<Wire, 'put'> => ({
  allow: 'signed-in',
  handle: async (call, services) => {
    const repository = await getManaged(services, call.actor, call.params.repo)
    await saveReplications(services, call, repository, [call.body], { all: false })
    return new PlainReply(text(status, `Replication of ${repository.key} saved.\n`))
  },
})

export const endpoints = implement(artifactoryReplications, {
  readMany: {
    allow: 'signed-in',
    handle: async ({ actor, params }, services) => {
      const replications = await listReplications(services, await getManaged(services, actor, params.repo))
      const { cronExp, enableEventReplication } = replications[0] ?? {}
      return { cronExp, enableEventReplication, replications }
    },
  },
  putMany: save(true, 201),
  postMany: save(false, 200),
  removeMany: removeAll,
  read: {
    allow: 'signed-in',
    handle: async ({ actor, params }, services) => [
      ...(await listReplications(services, await getManaged(services, actor, params.repo))),
    ],
  },
  put: saveOne(201),
  post: saveOne(200),
  remove: removeAll,
  execute: {
    allow: 'signed-in',
    handle: async ({ actor, params }, services) => {
      const repository = await getManaged(services, actor, params.repo)
      await listReplications(services, repository)
      await runMirrors(services, repository)
      return new PlainReply(text(202, `The replication of ${repository.key} was started.\n`))
    },
  },
  status: {
    allow: 'signed-in',
    handle: async ({ actor, params }, services) => {
      const repository = await getManaged(services, actor, params.repo)
      await listReplications(services, repository)
      return overallOf(await readStatuses(services.database.db, repository))
    },
  },
  migrate: {
    allow: 'signed-in',
    handle: async (call, services) => {
      const { key } = await getManaged(services, call.actor, call.params.repo)
      await federateRepository(services.registry, call, key)
      return new PlainReply(text(200, `Repository ${key} is a federated repository now.\n`))
    },
  },
  fullSync: {
    allow: 'signed-in',
    handle: async ({ actor, params, query }, services) => {
      const repository = await getFederated(services, actor, params.repo)
      const count = await synchroniseFiles(services, repository, query.mirror)
      return new PlainReply(text(200, `${repository.key} is compared with its members now: ${count}.\n`))
    },
  },
  configSync: {
    allow: 'signed-in',
    handle: async ({ actor, params }, services) => {
      const repository = await getFederated(services, actor, params.repo)
      const count = await synchroniseConfig(services, repository)
      return new PlainReply(
        text(200, `Members that have the configuration of ${repository.key} now: ${count}.\n`),
      )
    },
  },
  federationStatus: {
    allow: 'signed-in',
    handle: async ({ actor, params }, services) =>
      federationStatus(services, await getFederated(services, actor, params.repo)),
  },
  mirrorsLag: { allow: 'signed-in', handle: ({ actor }, services) => mirrorsLag(services, actor) },
})
