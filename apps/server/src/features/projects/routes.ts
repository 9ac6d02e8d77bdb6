import { projects } from '@bindery/contracts'
import { requireProjectRight } from '../../access/rules/project-rights.ts'
import { forbidden } from '../../platform/errors.ts'
import { implement, type Services } from '../feature.ts'
import * as assignments from './assignments.ts'
import { listMembers, putMember, readMember, removeMember, type MemberKind } from './members.ts'
import { createProject, listProjects, readProject, removeProject, updateProject } from './projects.ts'
import type { Actor } from '../../access/actor.ts'

type Right = Parameters<typeof requireProjectRight>[3]

interface ProjectCall {
  actor: Actor
  params: { key: string }
}

/** The calls about one project are open to its members, as far as their roles go. */
const need = async ({ actor, params }: ProjectCall, { access }: Services, right: Right) => {
  await requireProjectRight(access.database.db, actor, params.key, right)
  return access
}

export const endpoints = implement(projects, {
  list: { allow: 'signed-in', handle: ({ actor }, { access }) => listProjects(access, actor) },
  create: { allow: 'administer', handle: (call, { access }) => createProject(access, call, call.body) },
  get: {
    allow: 'signed-in',
    handle: async (call, services) => readProject(await need(call, services, 'see'), call.params.key),
  },
  update: {
    allow: 'administer',
    handle: (call, { access }) => updateProject(access, call, call.params.key, call.body),
  },
  remove: {
    allow: 'administer',
    handle: (call, { access }) => removeProject(access, call, call.params.key),
  },
  users: list('user'),
  user: read('user'),
  putUser: put('user'),
  removeUser: remove('user'),
  groups: list('group'),
  group: read('group'),
  putGroup: put('group'),
  removeGroup: remove('group'),
  repositories: {
    allow: 'signed-in',
    handle: async (call, services) =>
      assignments.listAssignments(await need(call, services, 'see'), call.params.key),
  },
  repository: {
    allow: 'administer',
    handle: ({ params }, { access }) => assignments.readAssignment(access, params.repository),
  },
  attach: {
    allow: 'administer',
    handle: (call, { access }) =>
      assignments.attach(access, call, call.params.repository, call.params.key, call.query.force === 'true'),
  },
  detach: {
    allow: 'administer',
    handle: (call, { access }) => assignments.detach(access, call, call.params.repository),
  },
  share: {
    allow: 'signed-in',
    handle: async (call, { access }) => {
      await requireOwnership(access, call.actor, call.params.repository)
      const { repository, key } = call.params
      await assignments.share(access, call, repository, key, call.query.readOnly === 'true')
    },
  },
  unshare: {
    allow: 'signed-in',
    handle: async (call, { access }) => {
      await requireOwnership(access, call.actor, call.params.repository)
      await assignments.unshare(access, call, call.params.repository, call.params.key)
    },
  },
  shareWithAll: {
    allow: 'administer',
    handle: (call, { access }) =>
      assignments.share(
        access,
        call,
        call.params.repository,
        assignments.everyProject,
        call.query.readOnly === 'true',
      ),
  },
  unshareWithAll: {
    allow: 'administer',
    handle: (call, { access }) =>
      assignments.unshare(access, call, call.params.repository, assignments.everyProject),
  },
  place: {
    allow: 'signed-in',
    handle: async (call, { access }) => {
      await requireOwnership(access, call.actor, call.params.repository)
      await assignments.setEnvironment(access, call, call.params.repository, call.params.environment, true)
    },
  },
  unplace: {
    allow: 'signed-in',
    handle: async (call, { access }) => {
      await requireOwnership(access, call.actor, call.params.repository)
      await assignments.setEnvironment(access, call, call.params.repository, call.params.environment, false)
    },
  },
})

/** Whoever manages the resources of the project that a repository belongs to may share and place it. */
async function requireOwnership(access: Services['access'], actor: Actor, repository: string): Promise<void> {
  if (actor.isAdmin) return
  const row = await access.database.db
    .selectFrom('repositories')
    .select('project_key')
    .where('key', '=', repository)
    .executeTakeFirst()
  const refusal = forbidden(
    `Only who manages the project of ${repository} may do this. Ask an administrator.`,
  )
  if (!row || row.project_key === '') throw refusal
  await requireProjectRight(access.database.db, actor, row.project_key, 'MANAGE_RESOURCES').catch(() => {
    throw refusal
  })
}

function list(kind: MemberKind) {
  return {
    allow: 'signed-in' as const,
    handle: async (call: ProjectCall, services: Services) => ({
      members: await listMembers(await need(call, services, 'see'), call.params.key, kind),
    }),
  }
}

function read(kind: MemberKind) {
  return {
    allow: 'signed-in' as const,
    handle: async (call: ProjectCall & { params: { name: string } }, services: Services) =>
      readMember(await need(call, services, 'see'), call.params.key, kind, call.params.name),
  }
}

function put(kind: MemberKind) {
  return {
    allow: 'signed-in' as const,
    handle: async (
      call: ProjectCall & { params: { name: string }; body: { roles: string[] }; address: string },
      services: Services,
    ) => {
      const { key, name } = call.params
      const access = await need(call, services, 'MANAGE_MEMBERS')
      return putMember(access, call, key, kind, { name, roles: call.body.roles })
    },
  }
}

function remove(kind: MemberKind) {
  return {
    allow: 'signed-in' as const,
    handle: async (call: ProjectCall & { params: { name: string }; address: string }, services: Services) =>
      removeMember(
        await need(call, services, 'MANAGE_MEMBERS'),
        call,
        call.params.key,
        kind,
        call.params.name,
      ),
  }
}
