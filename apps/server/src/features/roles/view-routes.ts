import { environmentViews, roleViews } from '@bindery/contracts'
import { requireProjectRight } from '../../access/rules/project-rights.ts'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../platform/db/connect.ts'
import { implement, type Services } from '../feature.ts'
import { orderEnvironments, readEnvironmentUse, readUse } from './environment-use.ts'
import { listHolders, readRoleUse } from './role-use.ts'

const everywhere = ''

interface ProjectCall {
  actor: Actor
  params: { key: string }
}

const seen = async ({ actor, params }: ProjectCall, { database }: Services): Promise<Db> => {
  await requireProjectRight(database.db, actor, params.key, 'see')
  return database.db
}

const ofEnvironments = implement(environmentViews, {
  list: {
    allow: 'administer',
    handle: (_call, { database }) => readEnvironmentUse(database.db, everywhere),
  },
  ofProject: {
    allow: 'signed-in',
    handle: async (call, services) => readEnvironmentUse(await seen(call, services), call.params.key),
  },
  use: {
    allow: 'administer',
    handle: ({ params }, { database }) => readUse(database.db, params.name),
  },
  order: {
    allow: 'administer',
    handle: async (call, { access, database }) => {
      await orderEnvironments(access, call, call.body.names)
      return readEnvironmentUse(database.db, everywhere)
    },
  },
})

const ofRoles = implement(roleViews, {
  list: { allow: 'administer', handle: (_call, { database }) => readRoleUse(database.db, everywhere) },
  ofProject: {
    allow: 'signed-in',
    handle: async (call, services) => readRoleUse(await seen(call, services), call.params.key),
  },
  holders: {
    allow: 'administer',
    handle: ({ params, query }, { database }) => listHolders(database.db, params.name, query),
  },
})

export const endpoints = [...ofEnvironments, ...ofRoles]
