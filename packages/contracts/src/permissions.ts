// Permissions: who may do what where. They only add up; what no permission allows is refused.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Abilities, pageOf, PageQuery } from './page.ts'

export const permissionActions = [
  'read',
  'annotate',
  'deploy',
  'delete',
  'manage',
  'scan',
  'distribute',
  'execute',
] as const
export const Action = z.enum(permissionActions)
export type Action = z.infer<typeof Action>

export const sectionNames = ['artifact', 'build', 'release_bundle', 'destination', 'pipeline_source'] as const
export const SectionName = z.enum(sectionNames)
export type SectionName = z.infer<typeof SectionName>

/** Names in the place of a repository that stand for many. */
export const anyTargets = ['ANY', 'ANY LOCAL', 'ANY REMOTE', 'ANY DISTRIBUTION'] as const

export const PermissionName = z
  .string()
  .min(1, 'This field is mandatory')
  .max(128)
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._@+()-]*$/u,
    'Name can only contain alphanumeric characters, dashes and periods',
  )

/** Ant style: `?` is one character, `*` any within a folder, `**` any folders. */
export const PathPattern = z
  .string()
  .max(512)
  // oxlint-disable-next-line no-control-regex -- control bytes are what is looked for
  .regex(/^[^\u0000-\u001f\u007f\\]*$/, 'A pattern has no control characters and no backslashes')

const Patterns = z.array(PathPattern).max(100)

const TargetName = z.string().min(1).max(256).describe('A repository key, ANY, ANY LOCAL, ANY REMOTE …')

export const PermissionTarget = z.object({
  name: TargetName,
  includePatterns: z.array(PathPattern),
  excludePatterns: z.array(PathPattern),
})
export type PermissionTarget = z.infer<typeof PermissionTarget>

export const PermissionSubject = z.object({
  kind: z.enum(['user', 'group']),
  name: z.string().min(1).max(64),
  actions: z.array(Action).max(permissionActions.length),
})
export type PermissionSubject = z.infer<typeof PermissionSubject>

export const PermissionSection = z.object({
  section: SectionName,
  targets: z.array(PermissionTarget),
  who: z.array(PermissionSubject),
})
export type PermissionSection = z.infer<typeof PermissionSection>

export const NewPermissionSection = z.object({
  section: SectionName,
  targets: z
    .array(
      z.object({
        name: TargetName,
        includePatterns: Patterns.default(['**']),
        excludePatterns: Patterns.default([]),
      }),
    )
    .max(2000),
  who: z.array(PermissionSubject).max(5000),
})

const Sections = z
  .array(NewPermissionSection)
  .max(sectionNames.length)
  .refine(
    (all) => new Set(all.map((one) => one.section)).size === all.length,
    'Each kind of resource stands once',
  )

export const Permission = z.object({
  name: z.string(),
  sections: z.array(PermissionSection),
  createdAt: z.string(),
  modifiedAt: z.string(),
  modifiedBy: z.string(),
  can: Abilities.describe('edit, addResources, grantManage, delete'),
})
export type Permission = z.infer<typeof Permission>

export const NewPermission = z.object({ name: PermissionName, sections: Sections })

export const PermissionChange = z.object({ name: PermissionName.optional(), sections: Sections })

export const PermissionSummary = z.object({
  name: z.string(),
  sections: z.array(SectionName),
  targets: z.array(z.string()).describe('The first ten'),
  targetCount: z.number().int(),
  groups: z.array(z.string()).describe('The first ten'),
  groupCount: z.number().int(),
  users: z.array(z.string()).describe('The first ten'),
  userCount: z.number().int(),
  modifiedAt: z.string(),
  modifiedBy: z.string(),
})
export type PermissionSummary = z.infer<typeof PermissionSummary>

export const PermissionListQuery = PageQuery.extend({
  search: z.string().max(200).optional().describe('A part of the name'),
  user: z.string().max(64).optional().describe('That concern this user, also through groups'),
  group: z.string().max(64).optional(),
  repository: z.string().max(256).optional().describe('That concern this repository, also through ANY'),
  action: Action.optional().describe('That give this right to somebody (to the user or group given)'),
})

/** What saving would change for people, before it is saved. */
export const PermissionEffect = z.object({
  direction: z.enum(['gain', 'lose']),
  section: SectionName,
  action: Action,
  people: z.number().int(),
  resources: z.number().int().describe('Repositories, or other targets'),
  sentence: z.string(),
})

/** One step of the reason for an answer, from the general to the particular. */
export const Reason = z.object({
  kind: z.enum(['administrator', 'permission', 'role', 'scope', 'nothing']),
  permission: z.string().optional().describe('The permission that decided, or the role'),
  via: z.object({ kind: z.enum(['user', 'group']), name: z.string() }).optional(),
  target: z.string().optional().describe('The target of the permission that covers the repository'),
  pattern: z.string().optional().describe('The pattern that matched'),
  sentence: z.string(),
})
export type Reason = z.infer<typeof Reason>

export const AccessQuestion = z.object({
  user: z.string().max(64).optional().describe('Left out, with no group: oneself'),
  group: z.string().max(64).optional(),
  action: Action,
  section: SectionName.default('artifact'),
  repository: z.string().min(1, 'This field is mandatory').max(256),
  path: z.string().max(2048).default('').describe('Left out: anywhere in the repository'),
  draft: z
    .object({ name: z.string().max(128).optional(), sections: Sections })
    .optional()
    .describe('A permission that is being edited: the answer is as if it were saved under its name'),
})

export const AccessAnswer = z.object({
  allowed: z.boolean(),
  subject: z.string(),
  reasons: z.array(Reason).describe('For a refusal: what nearly allowed it'),
  sentence: z.string(),
  request: z.string().nullable().describe('For a refusal: a text to send to somebody who can change it'),
})

export const EffectivePermission = z.object({
  permission: z.string(),
  section: SectionName,
  target: z.string(),
  includePatterns: z.array(z.string()),
  excludePatterns: z.array(z.string()),
  actions: z.array(Action),
  via: z.array(z.object({ kind: z.enum(['user', 'group']), name: z.string(), actions: z.array(Action) })),
})
export type EffectivePermission = z.infer<typeof EffectivePermission>

const NameParam = z.object({ name: z.string().max(128) })

export const permissions = {
  list: endpoint('GET /ui/api/v1/permissions', 'List permissions: all, or those one manages', {
    query: PermissionListQuery,
    response: pageOf(PermissionSummary),
  }),
  get: endpoint('GET /ui/api/v1/permissions/{name}', 'One permission', {
    params: NameParam,
    response: Permission,
  }),
  create: endpoint('POST /ui/api/v1/permissions', 'Create a permission', {
    body: NewPermission,
    response: Permission,
  }),
  update: endpoint('PUT /ui/api/v1/permissions/{name}', 'Change a permission', {
    params: NameParam,
    body: PermissionChange,
    response: Permission,
  }),
  duplicate: endpoint(
    'POST /ui/api/v1/permissions/{name}/duplicate',
    'Copy a permission under another name',
    {
      params: NameParam,
      body: z.object({ name: PermissionName }),
      response: Permission,
    },
  ),
  remove: endpoint('DELETE /ui/api/v1/permissions/{name}', 'Delete a permission', { params: NameParam }),
  preview: endpoint('POST /ui/api/v1/permission-preview', 'What saving a permission would change', {
    body: z.object({
      name: z.string().max(128).optional().describe('The permission as it is now; left out for a new one'),
      sections: Sections,
    }),
    response: z.object({ effects: z.array(PermissionEffect) }),
  }),
  testPatterns: endpoint('POST /ui/api/v1/pattern-test', 'Which paths the patterns of a target cover', {
    body: z.object({
      includePatterns: Patterns,
      excludePatterns: Patterns,
      paths: z.array(z.string().max(2048)).max(200),
    }),
    response: z.array(z.object({ path: z.string(), isCovered: z.boolean(), pattern: z.string().nullable() })),
  }),
  test: endpoint('POST /ui/api/v1/access-test', 'May somebody do this there, and why', {
    body: AccessQuestion,
    response: AccessAnswer,
  }),
  effective: endpoint(
    'GET /ui/api/v1/users/{name}/permissions',
    'Everything that permissions give to a user',
    {
      params: z.object({ name: z.string().max(64) }),
      response: z.object({
        isAdmin: z.boolean(),
        items: z.array(EffectivePermission).describe('The first 1000'),
        total: z.number().int(),
      }),
    },
  ),
}
