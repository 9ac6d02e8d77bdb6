// Users and groups as far as one must know them to give rights: their names. For managers of permissions, who see no more of them.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const principalKinds = ['user', 'group'] as const

export const Principal = z.object({
  kind: z.enum(principalKinds),
  name: z.string(),
  email: z.string().nullable().describe('Only for those who may read users'),
  members: z.number().int().nullable().describe('Of a group'),
})
export type Principal = z.infer<typeof Principal>

export const principals = {
  find: endpoint('GET /ui/api/v1/principals', 'Find users and groups to give rights to', {
    query: z.object({
      search: z.string().max(200).default('').describe('A part of the name'),
      kind: z.enum(principalKinds).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20).describe('Of each kind'),
    }),
    response: z.array(Principal).describe('Groups first'),
  }),
  countMembers: endpoint('POST /ui/api/v1/group-member-counts', 'How many members groups have', {
    body: z.object({ groups: z.array(z.string().max(64)).max(5000) }),
    response: z.array(z.object({ group: z.string(), members: z.number().int() })),
  }),
}
