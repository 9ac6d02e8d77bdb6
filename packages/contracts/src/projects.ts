// Projects, their members, roles and environments, where the JFrog Platform serves them and with its members.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const longestProjectKey = 128

export const ProjectKey = z
  .string()
  .regex(/^[a-z]/, 'Project key must start with a lowercase character')
  .regex(/^[a-z0-9-]*$/, 'A project key holds lower-case letters, digits and hyphens')
  .min(2, 'A project key has at least 2 characters')
  .max(longestProjectKey, `A project key has at most ${longestProjectKey} characters`)

export const ProjectPrivileges = z.object({
  manage_members: z.boolean(),
  manage_resources: z.boolean(),
  index_resources: z.boolean(),
  manage_remote_repository: z.boolean(),
})
export type ProjectPrivileges = z.infer<typeof ProjectPrivileges>

export const Project = z.object({
  project_key: z.string(),
  display_name: z.string(),
  description: z.string(),
  admin_privileges: ProjectPrivileges.describe('What administrators of the project may do'),
  soft_limit: z.boolean().describe('Whether the quota only warns'),
  storage_quota_bytes: z.number().int().describe('-1 is no limit'),
  storage_quota_email_notification: z.boolean(),
})
export type Project = z.infer<typeof Project>

const given = Project.shape

export const NewProject = z.object({
  project_key: ProjectKey,
  display_name: z.string().trim().min(1, 'This field is mandatory').max(128),
  description: z.string().max(4000).default(''),
  admin_privileges: z
    .object({
      manage_members: z.boolean().default(true),
      manage_resources: z.boolean().default(true),
      index_resources: z.boolean().default(true),
      manage_remote_repository: z.boolean().default(false),
    })
    .prefault({}),
  soft_limit: given.soft_limit.default(false),
  storage_quota_bytes: given.storage_quota_bytes.min(-1).max(Number.MAX_SAFE_INTEGER).default(-1),
  storage_quota_email_notification: z.boolean().default(true),
})

export const roleActions = [
  'READ_REPOSITORY',
  'ANNOTATE_REPOSITORY',
  'DEPLOY_CACHE_REPOSITORY',
  'DELETE_OVERWRITE_REPOSITORY',
  'MANAGE_XRAY_MD_REPOSITORY',
  'READ_RELEASE_BUNDLE',
  'ANNOTATE_RELEASE_BUNDLE',
  'CREATE_RELEASE_BUNDLE',
  'DISTRIBUTE_RELEASE_BUNDLE',
  'DELETE_RELEASE_BUNDLE',
  'MANAGE_XRAY_MD_RELEASE_BUNDLE',
  'READ_BUILD',
  'ANNOTATE_BUILD',
  'DEPLOY_BUILD',
  'DELETE_BUILD',
  'MANAGE_XRAY_MD_BUILD',
  'READ_SOURCES_PIPELINE',
  'TRIGGER_PIPELINE',
  'READ_INTEGRATIONS_PIPELINE',
  'READ_POOLS_PIPELINE',
  'MANAGE_INTEGRATIONS_PIPELINE',
  'MANAGE_SOURCES_PIPELINE',
  'MANAGE_POOLS_PIPELINE',
  'TRIGGER_SECURITY',
  'ISSUES_SECURITY',
  'LICENCES_SECURITY',
  'REPORTS_SECURITY',
  'WATCHES_SECURITY',
  'POLICIES_SECURITY',
  'RULES_SECURITY',
  'MANAGE_MEMBERS',
  'MANAGE_RESOURCES',
] as const
export const RoleAction = z.enum(roleActions)
export type RoleAction = z.infer<typeof RoleAction>

const RoleName = z.string().trim().min(1, 'This field is mandatory').max(64)
export const EnvironmentName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/,
    'An environment has at most 32 letters, digits, dashes, underscores and periods',
  )

export const Role = z.object({
  name: RoleName,
  description: z.string().max(1000),
  type: z.enum(['ADMIN', 'PREDEFINED', 'CUSTOM_GLOBAL', 'CUSTOM']),
  environments: z.array(z.string()),
  actions: z.array(RoleAction),
})
export type Role = z.infer<typeof Role>

export const NewRole = z.object({
  name: RoleName,
  description: z.string().max(1000).default(''),
  type: z.string().max(32).optional().describe('Taken for the sake of clients; the address decides'),
  environments: z.array(EnvironmentName).max(100).default([]),
  actions: z.array(RoleAction).max(roleActions.length).default([]),
})
export type NewRole = z.infer<typeof NewRole>

export const Environment = z.object({ name: z.string() })
const NewEnvironment = z.object({ name: EnvironmentName })
const RenamedEnvironment = z.object({ new_name: EnvironmentName })

export const Member = z.object({ name: z.string(), roles: z.array(z.string()) })
export type Member = z.infer<typeof Member>
const NewMember = z.object({ name: z.string().max(64).optional(), roles: z.array(RoleName).min(1).max(100) })
const Members = z.object({ members: z.array(Member) })

export const RepositoryAssignment = z.object({
  resource_name: z.string(),
  environments: z.array(z.string()),
  assigned_to: z.string().optional().describe('Left out when the repository belongs to no project'),
  shared_with_projects: z.array(z.string()),
  shared_with_all_projects: z.boolean(),
  shared_read_only: z.boolean(),
})
export type RepositoryAssignment = z.infer<typeof RepositoryAssignment>

const ofProject = z.object({ key: z.string().max(longestProjectKey) })
const ofName = z.object({ name: z.string().max(64) })
const ofMember = ofProject.extend({ name: z.string().max(64) })
const ofRepository = z.object({ repository: z.string().max(64) })
const ofShare = ofRepository.extend({ key: z.string().max(longestProjectKey) })
const ofPlacement = ofRepository.extend({ environment: EnvironmentName })
const ReadOnly = z.object({ readOnly: z.enum(['true', 'false']).default('false') })
const Force = z.object({ force: z.enum(['true', 'false']).default('false') })

const base = '/access/api/v1/projects' as const

export const projects = {
  list: endpoint(`GET ${base}`, 'List projects: all for an administrator, else one’s own', {
    response: z.array(Project),
  }),
  create: endpoint(`POST ${base}`, 'Create a project', {
    body: NewProject,
    response: Project,
    status: 201,
  }),
  get: endpoint(`GET ${base}/{key}`, 'Read a project', { params: ofProject, response: Project }),
  update: endpoint(`PUT ${base}/{key}`, 'Change a project', {
    params: ofProject,
    body: NewProject.partial({ project_key: true }),
    response: Project,
  }),
  remove: endpoint(`DELETE ${base}/{key}`, 'Delete a project that holds no repositories', {
    params: ofProject,
  }),
  users: endpoint(`GET ${base}/{key}/users`, 'List the users of a project', {
    params: ofProject,
    response: Members,
  }),
  user: endpoint(`GET ${base}/{key}/users/{name}`, 'Read the roles of a user', {
    params: ofMember,
    response: Member,
  }),
  putUser: endpoint(`PUT ${base}/{key}/users/{name}`, 'Give a user roles in a project', {
    params: ofMember,
    body: NewMember,
    response: Member,
  }),
  removeUser: endpoint(`DELETE ${base}/{key}/users/{name}`, 'Take a user out of a project', {
    params: ofMember,
  }),
  groups: endpoint(`GET ${base}/{key}/groups`, 'List the groups of a project', {
    params: ofProject,
    response: Members,
  }),
  group: endpoint(`GET ${base}/{key}/groups/{name}`, 'Read the roles of a group', {
    params: ofMember,
    response: Member,
  }),
  putGroup: endpoint(`PUT ${base}/{key}/groups/{name}`, 'Give a group roles in a project', {
    params: ofMember,
    body: NewMember,
    response: Member,
  }),
  removeGroup: endpoint(`DELETE ${base}/{key}/groups/{name}`, 'Take a group out of a project', {
    params: ofMember,
  }),
  repositories: endpoint(`GET ${base}/{key}/repositories`, 'List the repositories of a project', {
    params: ofProject,
    response: z.array(RepositoryAssignment),
  }),
  repository: endpoint(
    `GET ${base}/_/repositories/{repository}`,
    'Read which projects a repository belongs to',
    {
      params: ofRepository,
      response: RepositoryAssignment,
    },
  ),
  attach: endpoint(`PUT ${base}/_/attach/repositories/{repository}/{key}`, 'Give a repository to a project', {
    params: ofShare,
    query: Force,
  }),
  detach: endpoint(
    `DELETE ${base}/_/attach/repositories/{repository}`,
    'Take a repository out of its project',
    {
      params: ofRepository,
    },
  ),
  share: endpoint(
    `PUT ${base}/_/share/repositories/{repository}/{key}`,
    'Share a repository with a project',
    {
      params: ofShare,
      query: ReadOnly,
    },
  ),
  unshare: endpoint(
    `DELETE ${base}/_/share/repositories/{repository}/{key}`,
    'Stop sharing a repository with a project',
    { params: ofShare },
  ),
  shareWithAll: endpoint(
    `PUT ${base}/_/share/repositories/{repository}`,
    'Share a repository with every project',
    { params: ofRepository, query: ReadOnly },
  ),
  unshareWithAll: endpoint(
    `DELETE ${base}/_/share/repositories/{repository}`,
    'Stop sharing a repository with every project',
    { params: ofRepository },
  ),
  place: endpoint(
    `PUT ${base}/_/repositories/{repository}/environments/{environment}`,
    'Put a repository into an environment',
    { params: ofPlacement },
  ),
  unplace: endpoint(
    `DELETE ${base}/_/repositories/{repository}/environments/{environment}`,
    'Take a repository out of an environment',
    { params: ofPlacement },
  ),
}

export const projectRoles = {
  list: endpoint(`GET ${base}/{key}/roles`, 'List the roles of a project', {
    params: ofProject,
    response: z.array(Role),
  }),
  create: endpoint(`POST ${base}/{key}/roles`, 'Create a role of a project', {
    params: ofProject,
    body: NewRole,
    response: Role,
    status: 201,
  }),
  get: endpoint(`GET ${base}/{key}/roles/{name}`, 'Read a role of a project', {
    params: ofMember,
    response: Role,
  }),
  update: endpoint(`PUT ${base}/{key}/roles/{name}`, 'Change a role of a project', {
    params: ofMember,
    body: NewRole,
    response: Role,
  }),
  remove: endpoint(`DELETE ${base}/{key}/roles/{name}`, 'Delete a role of a project', { params: ofMember }),
}

export const projectEnvironments = {
  list: endpoint(`GET ${base}/{key}/environments`, 'List the environments of a project', {
    params: ofProject,
    response: z.array(Environment),
  }),
  create: endpoint(`POST ${base}/{key}/environments`, 'Create an environment of a project', {
    params: ofProject,
    body: NewEnvironment,
    response: Environment,
    status: 201,
  }),
  rename: endpoint(`POST ${base}/{key}/environments/{name}/rename`, 'Rename an environment of a project', {
    params: ofMember,
    body: RenamedEnvironment,
    response: Environment,
  }),
  remove: endpoint(`DELETE ${base}/{key}/environments/{name}`, 'Delete an environment of a project', {
    params: ofMember,
  }),
}

export const globalRoles = {
  list: endpoint('GET /access/api/v1/roles', 'List the roles that hold in every project', {
    response: z.array(Role),
  }),
  create: endpoint('POST /access/api/v1/roles', 'Create a global role', {
    body: NewRole,
    response: Role,
    status: 201,
  }),
  get: endpoint('GET /access/api/v1/roles/{name}', 'Read a global role', { params: ofName, response: Role }),
  update: endpoint('PUT /access/api/v1/roles/{name}', 'Change a global role', {
    params: ofName,
    body: NewRole,
    response: Role,
  }),
  remove: endpoint('DELETE /access/api/v1/roles/{name}', 'Delete a global role', { params: ofName }),
}

export const environments = {
  list: endpoint('GET /access/api/v1/environments', 'List the environments', {
    response: z.array(Environment),
  }),
  create: endpoint('POST /access/api/v1/environments', 'Create an environment', {
    body: NewEnvironment,
    response: Environment,
    status: 201,
  }),
  rename: endpoint('POST /access/api/v1/environments/{name}/rename', 'Rename an environment', {
    params: ofName,
    body: RenamedEnvironment,
    response: Environment,
  }),
  remove: endpoint('DELETE /access/api/v1/environments/{name}', 'Delete an environment', { params: ofName }),
}
