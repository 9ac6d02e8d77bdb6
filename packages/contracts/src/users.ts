// Users and what they may do, first cut: people, and one list of grants each.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const Action = z.enum(['read', 'annotate', 'deploy', 'delete', 'manage'])
export type Action = z.infer<typeof Action>

export const Grant = z.object({
  action: Action,
  repository: z.string().max(64).describe('A repository key, or * for all'),
})

export const User = z.object({
  name: z.string(),
  email: z.string().nullable(),
  isAdmin: z.boolean(),
  createdAt: z.string(),
  grants: z.array(Grant),
})

export const NewUser = z.object({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._@-]{0,63}$/, 'Use lower-case letters, digits, dots, dashes, underscores and @')
    .max(64),
  email: z.email().max(256).nullable().default(null),
  password: z.string().min(8, 'Use at least 8 characters').max(1024),
  isAdmin: z.boolean().default(false),
  grants: z.array(Grant).max(1000).default([]),
})

const NameParam = z.object({ name: z.string().max(64) })

export const users = {
  list: endpoint('GET /ui/api/v1/users', 'List users', { response: z.array(User) }),
  create: endpoint('POST /ui/api/v1/users', 'Create a user', { body: NewUser, response: User }),
  remove: endpoint('DELETE /ui/api/v1/users/{name}', 'Delete a user', { params: NameParam }),
}
