// Groups: names for many users, so that permissions need not name each of them.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageOf, PageQuery } from './page.ts'
import { Privilege, Realm } from './users.ts'

export const GroupName = z
  .string()
  .min(1, 'This field is mandatory')
  .max(64)
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]*$/u,
    'Name can only contain alphanumeric characters, dashes and periods',
  )

export const GroupSummary = z.object({
  name: z.string(),
  description: z.string(),
  realm: z.string(),
  isAdmin: z.boolean(),
  isAutoJoin: z.boolean().describe('New users join by themselves'),
  externalId: z.string().nullable(),
  privileges: z.array(Privilege),
  members: z.number().int(),
  permissions: z.number().int().describe('Permissions that name the group'),
  createdAt: z.string(),
})
export type GroupSummary = z.infer<typeof GroupSummary>

export const GroupDetails = GroupSummary.extend({
  realmAttributes: z.string(),
  usedBy: z
    .array(z.object({ permission: z.string(), actions: z.array(z.string()) }))
    .describe('The first 200'),
})
export type GroupDetails = z.infer<typeof GroupDetails>

const traits = {
  description: z.string().max(1000),
  isAdmin: z.boolean(),
  isAutoJoin: z.boolean(),
  externalId: z.string().max(1024).nullable(),
  privileges: z.array(Privilege).max(10),
}

export const NewGroup = z.object({
  name: GroupName,
  description: traits.description.default(''),
  isAdmin: traits.isAdmin.default(false),
  isAutoJoin: traits.isAutoJoin.default(false),
  externalId: traits.externalId.default(null),
  privileges: traits.privileges.default([]),
  members: z.array(z.string().max(64)).max(10_000).default([]),
})

export const GroupChange = z.object(traits).partial()

export const GroupMember = z.object({
  name: z.string(),
  email: z.string().nullable(),
  realm: z.string(),
  status: z.string(),
  source: z.string().describe('internal, or the provider that says so at each sign-in'),
})

const NameParam = z.object({ name: z.string().max(64) })
const MemberNames = z.array(z.string().max(256)).max(10_000).default([])

export const groups = {
  list: endpoint('GET /ui/api/v1/groups', 'List groups', {
    query: PageQuery.extend({
      search: z.string().max(200).optional(),
      realm: Realm.optional(),
      isAdmin: z.enum(['true', 'false']).optional(),
      isAutoJoin: z.enum(['true', 'false']).optional(),
    }),
    response: pageOf(GroupSummary),
  }),
  get: endpoint('GET /ui/api/v1/groups/{name}', 'One group, and the permissions that name it', {
    params: NameParam,
    response: GroupDetails,
  }),
  create: endpoint('POST /ui/api/v1/groups', 'Create a group', { body: NewGroup, response: GroupDetails }),
  update: endpoint('PATCH /ui/api/v1/groups/{name}', 'Change a group', {
    params: NameParam,
    body: GroupChange,
    response: GroupDetails,
  }),
  remove: endpoint('DELETE /ui/api/v1/groups/{name}', 'Delete a group', { params: NameParam }),
  members: endpoint('GET /ui/api/v1/groups/{name}/members', 'The members of a group', {
    params: NameParam,
    query: PageQuery.extend({ search: z.string().max(200).optional() }),
    response: pageOf(GroupMember),
  }),
  changeMembers: endpoint('PATCH /ui/api/v1/groups/{name}/members', 'Add and remove members', {
    params: NameParam,
    body: z.object({ add: MemberNames, remove: MemberNames }),
    response: z.object({
      added: z.number().int(),
      removed: z.number().int(),
      unknown: z.array(z.string()).describe('Names that no user has'),
      kept: z.array(z.string()).describe('Not removed: a provider says that they are members'),
    }),
  }),
}
