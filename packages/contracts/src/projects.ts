// Projects, their members and their repositories, where the JFrog Platform serves them and with its members.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EnvironmentName } from './environments.ts'
import { longestProjectKey, ofMember, ofProject, ProjectKey, projectsAddress } from './project-parts.ts'
import { RoleName } from './roles.ts'

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

const ofRepository = z.object({ repository: z.string().max(64) })
const ofShare = ofRepository.extend({ key: z.string().max(longestProjectKey) })
const ofPlacement = ofRepository.extend({ environment: EnvironmentName })
const ReadOnly = z.object({ readOnly: z.enum(['true', 'false']).default('false') })
const Force = z.object({ force: z.enum(['true', 'false']).default('false') })

export const projects = {
  list: endpoint(`GET ${projectsAddress}`, 'List projects: all for an administrator, else one’s own', {
    response: z.array(Project),
  }),
  create: endpoint(`POST ${projectsAddress}`, 'Create a project', {
    body: NewProject,
    response: Project,
    status: 201,
  }),
  get: endpoint(`GET ${projectsAddress}/{key}`, 'Read a project', { params: ofProject, response: Project }),
  update: endpoint(`PUT ${projectsAddress}/{key}`, 'Change a project', {
    params: ofProject,
    body: NewProject.partial({ project_key: true }),
    response: Project,
  }),
  remove: endpoint(`DELETE ${projectsAddress}/{key}`, 'Delete a project that holds no repositories', {
    params: ofProject,
  }),
  users: endpoint(`GET ${projectsAddress}/{key}/users`, 'List the users of a project', {
    params: ofProject,
    response: Members,
  }),
  user: endpoint(`GET ${projectsAddress}/{key}/users/{name}`, 'Read the roles of a user', {
    params: ofMember,
    response: Member,
  }),
  putUser: endpoint(`PUT ${projectsAddress}/{key}/users/{name}`, 'Give a user roles in a project', {
    params: ofMember,
    body: NewMember,
    response: Member,
  }),
  removeUser: endpoint(`DELETE ${projectsAddress}/{key}/users/{name}`, 'Take a user out of a project', {
    params: ofMember,
  }),
  groups: endpoint(`GET ${projectsAddress}/{key}/groups`, 'List the groups of a project', {
    params: ofProject,
    response: Members,
  }),
  group: endpoint(`GET ${projectsAddress}/{key}/groups/{name}`, 'Read the roles of a group', {
    params: ofMember,
    response: Member,
  }),
  putGroup: endpoint(`PUT ${projectsAddress}/{key}/groups/{name}`, 'Give a group roles in a project', {
    params: ofMember,
    body: NewMember,
    response: Member,
  }),
  removeGroup: endpoint(`DELETE ${projectsAddress}/{key}/groups/{name}`, 'Take a group out of a project', {
    params: ofMember,
  }),
  repositories: endpoint(`GET ${projectsAddress}/{key}/repositories`, 'List the repositories of a project', {
    params: ofProject,
    response: z.array(RepositoryAssignment),
  }),
  repository: endpoint(
    `GET ${projectsAddress}/_/repositories/{repository}`,
    'Read which projects a repository belongs to',
    {
      params: ofRepository,
      response: RepositoryAssignment,
    },
  ),
  attach: endpoint(
    `PUT ${projectsAddress}/_/attach/repositories/{repository}/{key}`,
    'Give a repository to a project',
    {
      params: ofShare,
      query: Force,
    },
  ),
  detach: endpoint(
    `DELETE ${projectsAddress}/_/attach/repositories/{repository}`,
    'Take a repository out of its project',
    {
      params: ofRepository,
    },
  ),
  share: endpoint(
    `PUT ${projectsAddress}/_/share/repositories/{repository}/{key}`,
    'Share a repository with a project',
    {
      params: ofShare,
      query: ReadOnly,
    },
  ),
  unshare: endpoint(
    `DELETE ${projectsAddress}/_/share/repositories/{repository}/{key}`,
    'Stop sharing a repository with a project',
    { params: ofShare },
  ),
  shareWithAll: endpoint(
    `PUT ${projectsAddress}/_/share/repositories/{repository}`,
    'Share a repository with every project',
    { params: ofRepository, query: ReadOnly },
  ),
  unshareWithAll: endpoint(
    `DELETE ${projectsAddress}/_/share/repositories/{repository}`,
    'Stop sharing a repository with every project',
    { params: ofRepository },
  ),
  place: endpoint(
    `PUT ${projectsAddress}/_/repositories/{repository}/environments/{environment}`,
    'Put a repository into an environment',
    { params: ofPlacement },
  ),
  unplace: endpoint(
    `DELETE ${projectsAddress}/_/repositories/{repository}/environments/{environment}`,
    'Take a repository out of an environment',
    { params: ofPlacement },
  ),
}
