// Users, groups and permissions as the clients of Artifactory know them: the same things as in users.ts, groups.ts and
// permissions.ts, in that wire's own words.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { GroupName } from './groups.ts'
import { PathPattern, PermissionName } from './permissions.ts'
import { UserName } from './users.ts'

const base = '/artifactory/api/security'

const Listed = z.object({ name: z.string(), uri: z.string() })

const UserJson = z.object({
  name: z.string(),
  email: z.string(),
  admin: z.boolean(),
  profileUpdatable: z.boolean(),
  disableUIAccess: z.boolean(),
  internalPasswordDisabled: z.boolean(),
  realm: z.string(),
  groups: z.array(z.string()).optional(),
  watchManager: z.boolean(),
  reportsManager: z.boolean(),
  policyManager: z.boolean(),
  shouldInvite: z.boolean(),
  lastLoggedIn: z.string().optional(),
})

const UserBody = z.object({
  email: z.union([z.email('Enter a valid e-mail address').max(256), z.literal('')]).optional(),
  password: z.string().max(1024).optional(),
  admin: z.boolean().optional(),
  profileUpdatable: z.boolean().optional(),
  disableUIAccess: z.boolean().optional(),
  internalPasswordDisabled: z.boolean().optional(),
  groups: z.array(z.string().max(64)).max(1000).nullable().optional(),
  watchManager: z.boolean().optional(),
  reportsManager: z.boolean().optional(),
  policyManager: z.boolean().optional(),
})

const UserParam = z.object({ name: z.string().max(64) })
const NewUserParam = z.object({ name: UserName })

export const artifactoryUsers = {
  list: endpoint(`GET ${base}/users`, 'List users', {
    response: z.array(Listed.extend({ realm: z.string() })),
  }),
  get: endpoint(`GET ${base}/users/{name}`, 'One user', { params: UserParam, response: UserJson }),
  put: endpoint(`PUT ${base}/users/{name}`, 'Create or replace a user', {
    params: NewUserParam,
    body: UserBody,
  }),
  post: endpoint(`POST ${base}/users/{name}`, 'Change a user', { params: UserParam, body: UserBody }),
  remove: endpoint(`DELETE ${base}/users/{name}`, 'Delete a user', { params: UserParam }),
  expirePassword: endpoint(
    `POST ${base}/users/authorization/expirePassword/{name}`,
    'The user must choose a new password at the next sign-in',
    { params: UserParam },
  ),
  unexpirePassword: endpoint(
    `POST ${base}/users/authorization/unexpirePassword/{name}`,
    'The user need not choose a new password after all',
    { params: UserParam },
  ),
  expireMany: endpoint(`POST ${base}/users/authorization/expirePassword`, 'The same for several users', {
    body: z.array(z.string().max(64)).max(1000),
  }),
  expireAll: endpoint(
    `POST ${base}/users/authorization/expirePasswordForAllUsers`,
    'Everybody with a password of our own must choose a new one',
    {},
  ),
  unexpireAll: endpoint(
    `POST ${base}/users/authorization/unexpirePasswordForAllUsers`,
    'Nobody need choose a new password after all',
    {},
  ),
  changePassword: endpoint(`POST ${base}/users/authorization/changePassword`, 'Replace one’s own password', {
    body: z.object({
      userName: z.string().min(1, 'This field is mandatory').max(256),
      oldPassword: z.string().min(1, 'This field is mandatory').max(1024),
      newPassword1: z.string().min(1, 'This field is mandatory').max(1024),
      newPassword2: z.string().max(1024).optional(),
    }),
  }),
}

const GroupJson = z.object({
  name: z.string(),
  description: z.string(),
  autoJoin: z.boolean(),
  adminPrivileges: z.boolean(),
  realm: z.string(),
  realmAttributes: z.string(),
  externalId: z.string(),
  watchManager: z.boolean(),
  policyManager: z.boolean(),
  reportsManager: z.boolean(),
  userNames: z.array(z.string()).optional(),
})

const GroupBody = z.object({
  description: z.string().max(1000).optional(),
  autoJoin: z.boolean().optional(),
  adminPrivileges: z.boolean().optional(),
  realm: z.string().max(64).optional(),
  realmAttributes: z.string().max(4096).optional(),
  externalId: z.string().max(1024).nullable().optional(),
  watchManager: z.boolean().optional(),
  policyManager: z.boolean().optional(),
  reportsManager: z.boolean().optional(),
  userNames: z.array(z.string().max(64)).max(10_000).nullable().optional(),
})

const GroupParam = z.object({ name: z.string().max(64) })

export const artifactoryGroups = {
  list: endpoint(`GET ${base}/groups`, 'List groups', { response: z.array(Listed) }),
  get: endpoint(`GET ${base}/groups/{name}`, 'One group', {
    params: GroupParam,
    query: z.object({ includeUsers: z.string().max(8).optional() }),
    response: GroupJson,
  }),
  put: endpoint(`PUT ${base}/groups/{name}`, 'Create or replace a group', {
    params: z.object({ name: GroupName }),
    body: GroupBody,
  }),
  post: endpoint(`POST ${base}/groups/{name}`, 'Change a group', { params: GroupParam, body: GroupBody }),
  remove: endpoint(`DELETE ${base}/groups/{name}`, 'Delete a group', { params: GroupParam }),
}

const rights = z.array(z.string().max(32)).max(16)
const Principals = z.object({
  users: z.record(z.string().max(64), rights).optional(),
  groups: z.record(z.string().max(64), rights).optional(),
})

const V2Section = z.object({
  'include-patterns': z.array(PathPattern).max(100).optional(),
  'exclude-patterns': z.array(PathPattern).max(100).optional(),
  repositories: z.array(z.string().min(1).max(256)).max(2000).default([]),
  actions: Principals.default({}),
})

const V2Permission = z.object({
  name: z.string().max(128).optional(),
  repo: V2Section.optional(),
  build: V2Section.optional(),
  releaseBundle: V2Section.optional(),
})

const V1Permission = z.object({
  name: z.string().max(128).optional(),
  includesPattern: z.string().max(4096).optional(),
  excludesPattern: z.string().max(4096).optional(),
  repositories: z.array(z.string().min(1).max(256)).max(2000).default([]),
  principals: Principals.default({}),
})

const PermissionParam = z.object({ name: z.string().max(128) })
const NewPermissionParam = z.object({ name: PermissionName })
const v2 = '/artifactory/api/v2/security/permissions'

export const artifactoryPermissions = {
  list: endpoint(`GET ${v2}`, 'List permissions', { response: z.array(Listed) }),
  get: endpoint(`GET ${v2}/{name}`, 'One permission', { params: PermissionParam, response: V2Permission }),
  create: endpoint(`POST ${v2}/{name}`, 'Create a permission', {
    params: NewPermissionParam,
    body: V2Permission,
  }),
  update: endpoint(`PUT ${v2}/{name}`, 'Replace a permission', {
    params: PermissionParam,
    body: V2Permission,
  }),
  remove: endpoint(`DELETE ${v2}/{name}`, 'Delete a permission', { params: PermissionParam }),
  listV1: endpoint(`GET ${base}/permissions`, 'List permissions, the older way', {
    response: z.array(Listed),
  }),
  getV1: endpoint(`GET ${base}/permissions/{name}`, 'One permission, the older way', {
    params: PermissionParam,
    response: V1Permission,
  }),
  putV1: endpoint(`PUT ${base}/permissions/{name}`, 'Create or replace a permission, the older way', {
    params: NewPermissionParam,
    body: V1Permission,
  }),
  removeV1: endpoint(`DELETE ${base}/permissions/{name}`, 'Delete a permission, the older way', {
    params: PermissionParam,
  }),
}
