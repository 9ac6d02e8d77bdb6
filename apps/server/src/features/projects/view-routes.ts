import { projectViews } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { requireProjectRight } from '../../access/rules/project-rights.ts'
import { forbidden } from '../../platform/errors.ts'
import { implement, type Services } from '../feature.ts'
import { findCandidates, listMemberPage } from './member-pages.ts'
import { readOverview } from './overview.ts'
import { listOwnProjects } from './own-projects.ts'
import { listRepositoryPage, readMoveEffect } from './repository-pages.ts'
import { recalculate } from './storage.ts'
import { listSummaries } from './summaries.ts'

type Right = Parameters<typeof requireProjectRight>[3]

interface ProjectCall {
  actor: Actor
  params: { key: string }
}

const need = async ({ actor, params }: ProjectCall, { access }: Services, right: Right = 'see') => {
  await requireProjectRight(access.database.db, actor, params.key, right)
  return access
}

export const endpoints = implement(projectViews, {
  own: { allow: 'browse', handle: ({ actor, query }, { access }) => listOwnProjects(access, actor, query) },
  list: { allow: 'administer', handle: ({ query }, { access }) => listSummaries(access, query) },
  overview: {
    allow: 'signed-in',
    handle: async (call, services) => readOverview(await need(call, services), call.actor, call.params.key),
  },
  calculate: {
    allow: 'signed-in',
    handle: async (call, services) => {
      await need(call, services, 'MANAGE_RESOURCES')
      await recalculate(services, call.params.key)
    },
  },
  members: {
    allow: 'signed-in',
    handle: async (call, services) => listMemberPage(await need(call, services), call.params.key, call.query),
  },
  candidates: {
    allow: 'signed-in',
    handle: async (call, services) =>
      findCandidates(await need(call, services, 'MANAGE_MEMBERS'), call.params.key, call.query.search),
  },
  repositories: {
    allow: 'signed-in',
    handle: async (call, services) => {
      if (call.query.relation === 'assignable' && !call.actor.isAdmin)
        throw forbidden('Only administrators give repositories to projects. Ask one of them.')
      return listRepositoryPage(await need(call, services), call.params.key, call.query)
    },
  },
  moveEffect: {
    allow: 'administer',
    handle: async (call, services) =>
      readMoveEffect(
        await need(call, services),
        call.params.repository,
        call.query.leaves === 'true' ? '' : call.params.key,
      ),
  },
})
