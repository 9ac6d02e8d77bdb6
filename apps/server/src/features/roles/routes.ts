import { environments, globalRoles, projectEnvironments, projectRoles } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { requireProjectRight, rolesOf } from '../../access/rules/project-rights.ts'
import { implement, type Services } from '../feature.ts'
import { createEnvironment, listEnvironments, removeEnvironment, renameEnvironment } from './environments.ts'
import { createRole, readRole, removeRole, updateRole } from './roles.ts'

const everywhere = ''

interface ProjectCall {
  actor: Actor
  params: { key: string }
}

const see = async ({ actor, params }: ProjectCall, { access }: Services) => {
  await requireProjectRight(access.database.db, actor, params.key, 'see')
  return access
}

const manage = async ({ actor, params }: ProjectCall, { access }: Services) => {
  await requireProjectRight(access.database.db, actor, params.key, 'MANAGE_RESOURCES')
  return access
}

const rolesOfAll = implement(globalRoles, {
  list: { allow: 'signed-in', handle: (_call, { access }) => rolesOf(access.database.db, everywhere) },
  create: {
    allow: 'administer',
    handle: (call, { access }) => createRole(access, call, everywhere, call.body),
  },
  get: { allow: 'signed-in', handle: ({ params }, { access }) => readRole(access, everywhere, params.name) },
  update: {
    allow: 'administer',
    handle: (call, { access }) => updateRole(access, call, everywhere, call.params.name, call.body),
  },
  remove: {
    allow: 'administer',
    handle: (call, { access }) => removeRole(access, call, everywhere, call.params.name),
  },
})

const rolesOfProject = implement(projectRoles, {
  list: {
    allow: 'signed-in',
    handle: async (call, services) => rolesOf((await see(call, services)).database.db, call.params.key),
  },
  create: {
    allow: 'signed-in',
    handle: async (call, services) =>
      createRole(await manage(call, services), call, call.params.key, call.body),
  },
  get: {
    allow: 'signed-in',
    handle: async (call, services) => readRole(await see(call, services), call.params.key, call.params.name),
  },
  update: {
    allow: 'signed-in',
    handle: async (call, services) =>
      updateRole(await manage(call, services), call, call.params.key, call.params.name, call.body),
  },
  remove: {
    allow: 'signed-in',
    handle: async (call, services) =>
      removeRole(await manage(call, services), call, call.params.key, call.params.name),
  },
})

const environmentsOfAll = implement(environments, {
  list: { allow: 'signed-in', handle: (_call, { access }) => listEnvironments(access, everywhere) },
  create: {
    allow: 'administer',
    handle: (call, { access }) => createEnvironment(access, call, everywhere, call.body.name),
  },
  rename: {
    allow: 'administer',
    handle: (call, { access }) =>
      renameEnvironment(access, call, everywhere, call.params.name, call.body.new_name),
  },
  remove: {
    allow: 'administer',
    handle: (call, { access }) => removeEnvironment(access, call, everywhere, call.params.name),
  },
})

const environmentsOfProject = implement(projectEnvironments, {
  list: {
    allow: 'signed-in',
    handle: async (call, services) => listEnvironments(await see(call, services), call.params.key),
  },
  create: {
    allow: 'signed-in',
    handle: async (call, services) =>
      createEnvironment(await manage(call, services), call, call.params.key, call.body.name),
  },
  rename: {
    allow: 'signed-in',
    handle: async (call, services) => {
      const { key, name } = call.params
      return renameEnvironment(await manage(call, services), call, key, name, call.body.new_name)
    },
  },
  remove: {
    allow: 'signed-in',
    handle: async (call, services) =>
      removeEnvironment(await manage(call, services), call, call.params.key, call.params.name),
  },
})

export const endpoints = [...rolesOfAll, ...rolesOfProject, ...environmentsOfAll, ...environmentsOfProject]
