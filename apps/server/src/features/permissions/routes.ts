import { permissions, principals, type Permission } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { compilePatterns } from '../../access/rules/rules.ts'
import {
  abilitiesOf,
  managesAll,
  refuseBeyondManager,
  requireManager,
} from '../../access/rules/permission-managers.ts'
import {
  changePermission,
  createPermission,
  getPermission,
  removePermission,
  type StoredPermission,
} from '../../access/rules/permission-store.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { implement } from '../feature.ts'
import { previewEffects } from './effects.ts'
import { listPermissions } from './list.ts'
import { countMembers, findPrincipals } from './principals.ts'
import { listEffective, testAccess } from './tester.ts'

const permissionEndpoints = implement(permissions, {
  list: {
    allow: 'manage-permissions',
    handle: ({ actor, query }, { access }) => listPermissions(access, actor, query),
  },
  get: {
    allow: 'manage-permissions',
    handle: async ({ actor, params }, { database }) => {
      const permission = await getPermission(database.db, params.name)
      if (!actor.privileges.has('auditor')) requireManager(actor, permission)
      return toView(permission, actor)
    },
  },
  create: {
    allow: 'manage-permissions',
    handle: async (call, { access }) => {
      requireAll(call.actor, 'create')
      return toView(await createPermission(access, call, call.body.name, call.body.sections), call.actor)
    },
  },
  update: {
    allow: 'manage-permissions',
    handle: async (call, { access }) => {
      const { actor, params, body } = call
      const changed = await changePermission(access, call, params.name, body, (before) =>
        refuseBeyondManager(actor, before, body),
      )
      return toView(changed, actor)
    },
  },
  duplicate: {
    allow: 'manage-permissions',
    handle: async (call, { access, database }) => {
      requireAll(call.actor, 'create')
      const { sections } = await getPermission(database.db, call.params.name)
      return toView(await createPermission(access, call, call.body.name, sections), call.actor)
    },
  },
  remove: {
    allow: 'manage-permissions',
    handle: async (call, { access, database }) => {
      const { actor, params } = call
      requireManager(actor, await getPermission(database.db, params.name))
      requireAll(actor, 'delete')
      await removePermission(access, call, params.name)
    },
  },
  preview: {
    allow: 'manage-permissions',
    worksReadOnly: true,
    handle: async ({ actor, body }, { database }) => {
      const before = body.name === undefined ? undefined : await getPermission(database.db, body.name)
      if (before) requireManager(actor, before)
      else if (!managesAll(actor)) throw notFound('permission', body.name ?? '')
      return { effects: await previewEffects(database.db, before?.sections ?? [], body.sections) }
    },
  },
  testPatterns: {
    allow: 'signed-in',
    worksReadOnly: true,
    handle: ({ body }) => {
      const includes = compilePatterns(body.includePatterns)
      const excludes = compilePatterns(body.excludePatterns)
      return body.paths.map((given) => {
        const path = given.replace(/^\/+/, '')
        const excluded = excludes.find((pattern) => pattern.matches(path))
        const included = includes.find((pattern) => pattern.matches(path))
        return {
          path: given,
          isCovered: included !== undefined && excluded === undefined,
          pattern: (excluded ?? included)?.text ?? null,
        }
      })
    },
  },
  test: {
    allow: 'signed-in',
    worksReadOnly: true,
    handle: ({ actor, body }, services) => testAccess(services, actor, body),
  },
  effective: {
    allow: 'signed-in',
    handle: ({ actor, params }, { access }) => listEffective(access, actor, params.name),
  },
})

const principalEndpoints = implement(principals, {
  find: {
    allow: 'manage-permissions',
    handle: ({ actor, query }, { database }) => findPrincipals(database.db, actor, query),
  },
  countMembers: {
    allow: 'manage-permissions',
    worksReadOnly: true,
    handle: ({ body }, { database }) => countMembers(database.db, body.groups),
  },
})

export const endpoints = [...permissionEndpoints, ...principalEndpoints]

function requireAll(actor: Actor, what: 'create' | 'delete'): void {
  if (!managesAll(actor))
    throw forbidden(`Managers change permissions, but only an administrator may ${what} one.`)
}

const toView = ({ row, sections }: StoredPermission, actor: Actor): Permission => ({
  name: row.name,
  sections,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  modifiedBy: row.modified_by,
  can: { ...abilitiesOf(actor, sections) },
})
