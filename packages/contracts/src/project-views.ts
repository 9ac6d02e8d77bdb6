// What the screens about projects, environments and roles ask for beside the calls of projects.ts: pages with counts.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Abilities, pageOf, PageQuery } from './page.ts'
import { EnvironmentName } from './environments.ts'
import { longestProjectKey } from './project-parts.ts'
import { ProjectPrivileges } from './projects.ts'
import { Role } from './roles.ts'
import { RepositoryKind } from './repositories.ts'

export const OwnProject = z.object({
  key: z.string(),
  name: z.string(),
  isAdmin: z.boolean().describe('Whether the caller administers it'),
})
export type OwnProject = z.infer<typeof OwnProject>

export const OwnProjects = pageOf(OwnProject).extend({
  canAdminister: z.boolean().describe('Whether the caller administers at least one project'),
})
export type OwnProjects = z.infer<typeof OwnProjects>

export const ProjectStorage = z.object({
  bytes: z.number().int().nullable().describe('Null until it was calculated for the first time'),
  files: z.number().int().nullable(),
  calculatedAt: z.string().nullable(),
  isCalculating: z.boolean(),
})
export type ProjectStorage = z.infer<typeof ProjectStorage>

export const ProjectSummary = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  createdAt: z.string(),
  quota: z.number().int().describe('Bytes; -1 is no limit'),
  isSoftLimit: z.boolean().describe('Whether the quota only warns'),
  storage: ProjectStorage,
  repositories: z.number().int(),
  users: z.number().int(),
  groups: z.number().int(),
  admins: z.array(z.string()).describe('The first few users and groups who administer it'),
  adminCount: z.number().int(),
})
export type ProjectSummary = z.infer<typeof ProjectSummary>

export const ProjectActivity = z.object({
  at: z.string(),
  kind: z.string(),
  actor: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
export type ProjectActivity = z.infer<typeof ProjectActivity>

export const ProjectOverview = ProjectSummary.extend({
  privileges: ProjectPrivileges,
  isQuotaMailed: z.boolean(),
  resources: z.array(z.object({ format: z.string(), kind: RepositoryKind, count: z.number().int() })),
  sharedRepositories: z.number().int().describe('Repositories of others that it may use'),
  activity: z.array(ProjectActivity).describe('The latest, for its administrators'),
  can: Abilities.describe('administer (the project itself), manageMembers, manageResources'),
})
export type ProjectOverview = z.infer<typeof ProjectOverview>

export const PrincipalKind = z.enum(['user', 'group'])
export type PrincipalKind = z.infer<typeof PrincipalKind>

export const ProjectMember = z.object({
  kind: PrincipalKind,
  name: z.string(),
  roles: z.array(z.string()),
  size: z.number().int().nullable().describe('How many people are in a group'),
})
export type ProjectMember = z.infer<typeof ProjectMember>

export const MemberCandidate = ProjectMember.omit({ roles: true })
export type MemberCandidate = z.infer<typeof MemberCandidate>

export const ProjectRepository = z.object({
  key: z.string(),
  kind: RepositoryKind,
  format: z.string(),
  environments: z.array(z.string()),
  owner: z.string().nullable().describe('The key of the project that it belongs to'),
  isReadOnly: z.boolean().describe('Shared for reading only'),
  sharedWith: z.array(z.string()).describe('Keys of projects'),
  isSharedWithAll: z.boolean(),
})
export type ProjectRepository = z.infer<typeof ProjectRepository>

export const MoveEffect = z.object({
  from: z.string().nullable().describe('The key of the project that it leaves'),
  to: z.string().nullable().describe('The key of the project that it comes to; null for none'),
  gain: z.object({ count: z.number().int(), names: z.array(z.string()) }).describe('Who gets roles on it'),
  lose: z.object({ count: z.number().int(), names: z.array(z.string()) }).describe('Who loses roles on it'),
  droppedEnvironments: z.array(z.string()).describe('They exist in the project that it leaves only'),
})
export type MoveEffect = z.infer<typeof MoveEffect>

export const EnvironmentUse = z.object({
  name: z.string(),
  isGlobal: z.boolean(),
  isFixed: z.boolean().describe('DEV and PROD stay as they are'),
  repositories: z.number().int(),
  roles: z.number().int(),
})
export type EnvironmentUse = z.infer<typeof EnvironmentUse>

export const RoleUse = Role.extend({ holders: z.number().int().describe('Memberships that carry it') })
export type RoleUse = z.infer<typeof RoleUse>

export const RoleHolder = ProjectMember.pick({ kind: true, name: true }).extend({
  project: z.string(),
  projectName: z.string(),
})
export type RoleHolder = z.infer<typeof RoleHolder>

const Search = PageQuery.extend({ search: z.string().max(200).optional() })
const ofProject = z.object({ key: z.string().max(longestProjectKey) })
const ofRepository = ofProject.extend({ repository: z.string().max(64) })
const ofEnvironment = z.object({ name: EnvironmentName })
const ofRole = z.object({ name: z.string().max(64) })
const Order = z.object({ names: z.array(EnvironmentName).min(1).max(500) })

const base = '/ui/api/v1/projects' as const

export const projectViews = {
  own: endpoint('GET /ui/api/v1/ui/projects', 'The projects one belongs to; all for an administrator', {
    query: Search.extend({
      keys: z.string().max(2000).optional().describe('Only these, separated by commas'),
    }),
    response: OwnProjects,
  }),
  list: endpoint(`GET ${base}`, 'List projects with their storage and counts', {
    query: Search,
    response: pageOf(ProjectSummary),
  }),
  overview: endpoint(`GET ${base}/{key}`, 'One project: storage, resources, people, what happened last', {
    params: ofProject,
    response: ProjectOverview,
  }),
  calculate: endpoint(`POST ${base}/{key}/storage`, 'Calculate the storage of a project anew', {
    params: ofProject,
    status: 202,
  }),
  members: endpoint(`GET ${base}/{key}/members`, 'The users and groups of a project', {
    params: ofProject,
    query: Search,
    response: pageOf(ProjectMember),
  }),
  candidates: endpoint(`GET ${base}/{key}/candidates`, 'Users and groups that are no members yet', {
    params: ofProject,
    query: Search,
    response: z.array(MemberCandidate),
  }),
  repositories: endpoint(`GET ${base}/{key}/repositories`, 'The repositories of a project, page by page', {
    params: ofProject,
    query: Search.extend({ relation: z.enum(['own', 'shared', 'assignable']).default('own') }),
    response: pageOf(ProjectRepository),
  }),
  moveEffect: endpoint(
    `GET ${base}/{key}/repositories/{repository}/effect`,
    'Who would gain and lose roles if a repository were given to the project, or taken out of it',
    {
      params: ofRepository,
      query: z.object({ leaves: z.enum(['true', 'false']).default('false') }),
      response: MoveEffect,
    },
  ),
}

export const environmentViews = {
  list: endpoint('GET /ui/api/v1/environments', 'The global environments and their use', {
    response: z.array(EnvironmentUse),
  }),
  ofProject: endpoint(`GET ${base}/{key}/environments`, 'The environments of a project and their use', {
    params: ofProject,
    response: z.array(EnvironmentUse),
  }),
  use: endpoint('GET /ui/api/v1/environments/{name}/use', 'What lies in an environment: the first of each', {
    params: ofEnvironment,
    response: z.object({
      repositories: z.array(z.object({ key: z.string(), format: z.string(), kind: RepositoryKind })),
      roles: z.array(z.object({ name: z.string(), project: z.string().describe('Empty: of all') })),
    }),
  }),
  order: endpoint('PUT /ui/api/v1/environments/order', 'Put the global environments in order', {
    body: Order,
    response: z.array(EnvironmentUse),
  }),
}

export const roleViews = {
  list: endpoint('GET /ui/api/v1/roles', 'The global roles and how many have them', {
    response: z.array(RoleUse),
  }),
  ofProject: endpoint(`GET ${base}/{key}/roles`, 'The roles of a project and how many have them', {
    params: ofProject,
    response: z.array(RoleUse),
  }),
  holders: endpoint('GET /ui/api/v1/roles/{name}/holders', 'Who has a role, and in which project', {
    params: ofRole,
    query: PageQuery,
    response: pageOf(RoleHolder),
  }),
}
