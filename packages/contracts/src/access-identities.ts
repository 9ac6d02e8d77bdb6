// Users, groups and permissions as the clients of the Access service know them (its second version).
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { GroupName } from './groups.ts'
import { PathPattern, PermissionName, SectionName } from './permissions.ts'
import { UserName } from './users.ts'

const base = '/access/api/v2'

const ListQuery = z.object({
  cursor: z.string().max(2048).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  descending_order: z.enum(['true', 'false']).default('false'),
})

const Names = z.array(z.string().max(64)).max(10_000).default([])
const AddAndRemove = z.object({ add: Names, remove: Names })

const UserJson = z.object({
  username: z.string(),
  email: z.string(),
  groups: z.array(z.string()),
  admin: z.boolean(),
  effective_admin: z.boolean(),
  profile_updatable: z.boolean(),
  disable_ui_access: z.boolean(),
  internal_password_disabled: z.boolean(),
  realm: z.string(),
  status: z.string(),
  last_logged_in: z.string().optional(),
})

const UserTraits = z.object({
  email: z.union([z.email('Enter a valid e-mail address').max(256), z.literal('')]).optional(),
  password: z.string().max(1024).optional(),
  admin: z.boolean().optional(),
  profile_updatable: z.boolean().optional(),
  disable_ui_access: z.boolean().optional(),
  internal_password_disabled: z.boolean().optional(),
  status: z.enum(['enabled', 'disabled']).optional(),
})

const UserParam = z.object({ name: z.string().max(64) })

export const accessUsers = {
  list: endpoint(`GET ${base}/users`, 'List users', {
    query: ListQuery,
    response: z.object({
      users: z.array(
        z.object({ username: z.string(), uri: z.string(), realm: z.string(), status: z.string() }),
      ),
      cursor: z.string(),
    }),
  }),
  create: endpoint(`POST ${base}/users`, 'Create a user', {
    body: UserTraits.extend({
      username: UserName,
      groups: z.array(z.string().max(64)).max(1000).nullable().optional(),
    }),
    response: UserJson,
    status: 201,
  }),
  get: endpoint(`GET ${base}/users/{name}`, 'One user', { params: UserParam, response: UserJson }),
  patch: endpoint(`PATCH ${base}/users/{name}`, 'Change a user', {
    params: UserParam,
    body: UserTraits,
    response: UserJson,
  }),
  patchGroups: endpoint(`PATCH ${base}/users/{name}/groups`, 'Add a user to groups, or remove it', {
    params: UserParam,
    body: AddAndRemove,
    response: z.object({ groups: z.array(z.string()) }),
  }),
  remove: endpoint(`DELETE ${base}/users/{name}`, 'Delete a user', { params: UserParam }),
}

const GroupTraits = z.object({
  description: z.string().max(1000).nullable().optional(),
  auto_join: z.boolean().optional(),
  admin_privileges: z.boolean().optional(),
  external_id: z.string().max(1024).nullable().optional(),
  realm: z.string().max(64).nullable().optional(),
  realm_attributes: z.string().max(4096).nullable().optional(),
  manage_resources: z.boolean().optional(),
  policy_manager: z.boolean().optional(),
  reports_manager: z.boolean().optional(),
  watch_manager: z.boolean().optional(),
})

const GroupJson = z.object({
  name: z.string(),
  description: z.string(),
  auto_join: z.boolean(),
  admin_privileges: z.boolean(),
  external_id: z.string(),
  realm: z.string(),
  realm_attributes: z.string(),
  manage_resources: z.boolean(),
  manage_webhook: z.boolean(),
  policy_manager: z.boolean(),
  policy_viewer: z.boolean(),
  reports_manager: z.boolean(),
  watch_manager: z.boolean(),
  members: z.array(z.string()),
})

const GroupParam = z.object({ name: z.string().max(64) })

export const accessGroups = {
  list: endpoint(`GET ${base}/groups`, 'List groups', {
    query: ListQuery,
    response: z.object({
      groups: z.array(z.object({ group_name: z.string(), uri: z.string() })),
      cursor: z.string(),
    }),
  }),
  create: endpoint(`POST ${base}/groups`, 'Create a group', {
    body: GroupTraits.extend({
      name: GroupName,
      members: z.array(z.string().max(64)).max(10_000).nullable().optional(),
    }),
    response: GroupJson,
    status: 201,
  }),
  get: endpoint(`GET ${base}/groups/{name}`, 'One group with its members', {
    params: GroupParam,
    response: GroupJson,
  }),
  patch: endpoint(`PATCH ${base}/groups/{name}`, 'Change a group', {
    params: GroupParam,
    body: GroupTraits,
    response: GroupJson,
  }),
  patchMembers: endpoint(`PATCH ${base}/groups/{name}/members`, 'Add and remove members', {
    params: GroupParam,
    body: AddAndRemove,
    response: z.object({ members: z.array(z.string()) }),
  }),
  remove: endpoint(`DELETE ${base}/groups/{name}`, 'Delete a group', { params: GroupParam }),
}

const rights = z.array(z.string().max(32)).max(16)

export const AccessSection = z.object({
  actions: z
    .object({
      users: z.record(z.string().max(64), rights).nullable().optional(),
      groups: z.record(z.string().max(64), rights).nullable().optional(),
    })
    .nullable()
    .optional(),
  targets: z
    .record(
      z.string().max(256),
      z.object({
        include_patterns: z.array(PathPattern).max(100).nullable().optional(),
        exclude_patterns: z.array(PathPattern).max(100).nullable().optional(),
      }),
    )
    .nullable()
    .optional(),
})
export type AccessSection = z.infer<typeof AccessSection>

const Resources = z.partialRecord(SectionName, AccessSection)

const AccessPermission = z.object({ name: z.string(), resources: Resources })

const PermissionParam = z.object({ name: z.string().max(128) })
const SectionParam = PermissionParam.extend({ resource: SectionName })

export const accessPermissions = {
  list: endpoint(`GET ${base}/permissions`, 'List permissions', {
    query: ListQuery,
    response: z.object({
      permissions: z.array(z.object({ name: z.string(), uri: z.string() })),
      cursor: z.string(),
    }),
  }),
  create: endpoint(`POST ${base}/permissions`, 'Create a permission', {
    body: z.object({ name: PermissionName, resources: Resources.default({}) }),
    response: AccessPermission,
    status: 201,
  }),
  get: endpoint(`GET ${base}/permissions/{name}`, 'One permission', {
    params: PermissionParam,
    response: AccessPermission,
  }),
  remove: endpoint(`DELETE ${base}/permissions/{name}`, 'Delete a permission', { params: PermissionParam }),
  getSection: endpoint(
    `GET ${base}/permissions/{name}/{resource}`,
    'What a permission says about one kind of resource',
    {
      params: SectionParam,
      response: AccessSection,
    },
  ),
  putSection: endpoint(`PUT ${base}/permissions/{name}/{resource}`, 'Replace that', {
    params: SectionParam,
    body: AccessSection,
    response: AccessSection,
  }),
  patchSection: endpoint(`PATCH ${base}/permissions/{name}/{resource}`, 'Change a part of that', {
    params: SectionParam,
    body: AccessSection,
    response: AccessSection,
  }),
  removeSection: endpoint(`DELETE ${base}/permissions/{name}/{resource}`, 'Take that out of the permission', {
    params: SectionParam,
  }),
}

export const accessSystem = {
  version: endpoint('GET /access/api/v1/system/version', 'The version of the Access service', {
    response: z.object({ version: z.string() }),
  }),
}
