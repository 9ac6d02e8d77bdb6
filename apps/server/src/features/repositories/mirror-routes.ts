// Replications and mirrors as the page of a repository edits them.
import { mirrors } from '@bindery/contracts'
import { federateRepository } from '../../registry/change-repositories.ts'
import { readReplications } from '../../registry/mirrors/mirror.ts'
import { readStatuses } from '../../registry/mirrors/request.ts'
import { implement } from '../feature.ts'
import { getManaged } from './manage.ts'
import { removeReplications, runMirrors, saveReplications } from './replications.ts'
import { tryTarget } from './try-target.ts'

export const endpoints = implement(mirrors, {
  list: {
    allow: 'signed-in',
    handle: async ({ actor, params }, services) =>
      readStatuses(services.database.db, await getManaged(services, actor, params.key)),
  },
  run: {
    allow: 'signed-in',
    handle: async ({ actor, params }, services) =>
      runMirrors(services, await getManaged(services, actor, params.key)),
  },
  test: {
    allow: 'signed-in',
    worksReadOnly: true,
    handle: async ({ actor, params, body }, services) =>
      tryTarget(services, await getManaged(services, actor, params.key), body),
  },
  federate: {
    allow: 'signed-in',
    handle: async (call, services) => {
      const { key } = await getManaged(services, call.actor, call.params.key)
      await federateRepository(services.registry, call, key)
    },
  },
  replications: {
    allow: 'signed-in',
    handle: async ({ actor, params }, services) => {
      const kept = await readReplications(services.database.db, await getManaged(services, actor, params.key))
      return kept.map(({ password, ...one }) => ({
        ...one,
        password: '' as const,
        hasPassword: (password ?? '') !== '',
      }))
    },
  },
  save: {
    allow: 'signed-in',
    handle: async (call, services) => {
      const repository = await getManaged(services, call.actor, call.params.key)
      const { before, password, ...given } = call.body
      const secret = password === undefined ? {} : { password: password === '' ? null : password }
      await saveReplications(services, call, repository, [{ ...given, ...secret }], { all: false, before })
    },
  },
  remove: {
    allow: 'signed-in',
    handle: async (call, services) =>
      removeReplications(
        services,
        call,
        await getManaged(services, call.actor, call.params.key),
        call.query.url,
      ),
  },
})
