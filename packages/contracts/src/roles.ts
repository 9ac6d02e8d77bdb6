// Roles of projects: those of one and those of all, where the JFrog Platform serves them and with its members.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EnvironmentName } from './environments.ts'
import { ofMember, ofName, ofProject, projectsAddress } from './project-parts.ts'

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

export const RoleName = z.string().trim().min(1, 'This field is mandatory').max(64)

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

export const projectRoles = {
  list: endpoint(`GET ${projectsAddress}/{key}/roles`, 'List the roles of a project', {
    params: ofProject,
    response: z.array(Role),
  }),
  create: endpoint(`POST ${projectsAddress}/{key}/roles`, 'Create a role of a project', {
    params: ofProject,
    body: NewRole,
    response: Role,
    status: 201,
  }),
  get: endpoint(`GET ${projectsAddress}/{key}/roles/{name}`, 'Read a role of a project', {
    params: ofMember,
    response: Role,
  }),
  update: endpoint(`PUT ${projectsAddress}/{key}/roles/{name}`, 'Change a role of a project', {
    params: ofMember,
    body: NewRole,
    response: Role,
  }),
  remove: endpoint(`DELETE ${projectsAddress}/{key}/roles/{name}`, 'Delete a role of a project', {
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
