// Users: the people and machines that sign in, what they are, and what is done to many of them at once.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Abilities, pageOf, PageQuery } from './page.ts'

/** What somebody may do beside the permissions on repositories. */
export const Privilege = z.enum(['resources', 'policies', 'watches', 'reports', 'auditor'])
export type Privilege = z.infer<typeof Privilege>

export const Realm = z.enum(['internal', 'ldap', 'saml', 'oauth', 'crowd', 'http-sso', 'scim'])
export type Realm = z.infer<typeof Realm>

export const UserStatus = z.enum(['enabled', 'disabled', 'invited'])
export type UserStatus = z.infer<typeof UserStatus>

export const userNamePattern = /^[a-z0-9][a-z0-9._@+-]{0,63}$/

/** Names are kept in lower case, whatever case they are written in. */
export const UserName = z
  .string()
  .min(1, 'This field is mandatory')
  .max(64)
  .transform((name) => name.toLowerCase())
  .pipe(z.string().regex(userNamePattern, 'Use letters, digits, dots, dashes, underscores, plus and @'))

export const UserSummary = z.object({
  name: z.string(),
  email: z.string().nullable(),
  realm: z.string(),
  status: UserStatus,
  isLocked: z.boolean().describe('After too many failed sign-ins'),
  isAdmin: z.boolean().describe('By the own mark or through a group'),
  isBuiltIn: z.boolean().describe('admin and anonymous, which every installation begins with'),
  privileges: z.array(Privilege),
  groups: z.array(z.string()),
  hasSecondFactor: z.boolean(),
  lastSignedInAt: z.string().nullable(),
  createdAt: z.string(),
})
export type UserSummary = z.infer<typeof UserSummary>

export const UserMembership = z.object({
  group: z.string(),
  source: z.string().describe('internal, or the provider that says so at each sign-in'),
  isAdmin: z.boolean(),
})

export const UserDetails = UserSummary.extend({
  isOwnAdmin: z.boolean().describe('By the own mark, not through a group'),
  isProfileUpdatable: z.boolean(),
  hasUiAccess: z.boolean(),
  isPasswordDisabled: z.boolean().describe('Signs in through a provider only'),
  mustChangePassword: z.boolean(),
  memberships: z.array(UserMembership),
  tokens: z.number().int().describe('Access tokens that belong to the user'),
  permissions: z.number().int().describe('Permissions that name the user'),
  can: Abilities,
  whyNot: z
    .record(z.string(), z.string())
    .describe('For what cannot be done: the reason, by the same names as `can`'),
})
export type UserDetails = z.infer<typeof UserDetails>

const Email = z.email('Enter a valid e-mail address').max(256)

const Traits = z.object({
  isAdmin: z.boolean(),
  privileges: z.array(Privilege).max(10),
  isProfileUpdatable: z.boolean(),
  hasUiAccess: z.boolean(),
  isPasswordDisabled: z.boolean(),
})

export const NewUser = z.object({
  name: UserName,
  email: Email.nullable().default(null),
  password: z
    .string()
    .max(1024)
    .optional()
    .describe('Left out when the user signs in through a provider only'),
  isAdmin: z.boolean().default(false),
  privileges: z.array(Privilege).max(10).default([]),
  isProfileUpdatable: z.boolean().default(true),
  hasUiAccess: z.boolean().default(true),
  isPasswordDisabled: z.boolean().default(false),
  mustChangePassword: z.boolean().default(false),
  groups: z.array(z.string().max(64)).max(1000).default([]).describe('Beside those that everybody joins'),
})

export const UserChange = Traits.extend({
  email: Email.nullable(),
  password: z.string().max(1024),
  status: z.enum(['enabled', 'disabled']),
  mustChangePassword: z.boolean(),
  groups: z.array(z.string().max(64)).max(1000).describe('All of them; what a provider says is kept'),
}).partial()

const flag = z.enum(['true', 'false'])

export const UserListQuery = PageQuery.extend({
  search: z.string().max(200).optional().describe('A part of the name or the e-mail address'),
  status: z.enum(['enabled', 'disabled', 'invited', 'locked']).optional(),
  realm: Realm.optional(),
  group: z.string().max(64).optional(),
  isAdmin: flag.optional(),
  unusedDays: z.coerce.number().int().min(1).max(3650).optional().describe('No sign-in for so long'),
  sort: z.enum(['name:asc', 'name:desc', 'signedIn:desc', 'signedIn:asc']).default('name:asc'),
})

export const UserCounts = z.object({
  all: z.number().int(),
  disabled: z.number().int(),
  invited: z.number().int(),
  locked: z.number().int(),
  admins: z.number().int(),
  unused: z.number().int().describe('No sign-in for 90 days'),
})

export const userBulkActions = [
  'add-to-group',
  'remove-from-group',
  'disable',
  'enable',
  'unlock',
  'expire-password',
  'revoke-tokens',
  'reset-second-factor',
  'delete',
] as const

const Names = z.array(z.string().min(1).max(64)).min(1, 'Choose at least one user').max(1000)

export const UserBulk = z.object({
  names: Names,
  action: z.enum(userBulkActions),
  group: z.string().max(64).optional().describe('For add-to-group and remove-from-group'),
})

export const UserBulkResult = z.object({
  done: z.array(z.string()),
  refused: z.array(z.object({ name: z.string(), why: z.string() })),
})

export const UserDeletion = z.object({
  name: z.string(),
  tokens: z.number().int(),
  permissions: z.array(z.string()).describe('Permissions that name the user'),
  groups: z.number().int(),
  refusal: z.string().nullable().describe('Why the user cannot be deleted, if so'),
})

const NameParam = z.object({ name: z.string().max(64) })

export const users = {
  list: endpoint('GET /ui/api/v1/users', 'List users', {
    query: UserListQuery,
    response: pageOf(UserSummary),
  }),
  counts: endpoint('GET /ui/api/v1/user-counts', 'How many users there are of each kind', {
    response: UserCounts,
  }),
  get: endpoint('GET /ui/api/v1/users/{name}', 'One user', { params: NameParam, response: UserDetails }),
  create: endpoint('POST /ui/api/v1/users', 'Create a user', { body: NewUser, response: UserDetails }),
  update: endpoint('PATCH /ui/api/v1/users/{name}', 'Change a user', {
    params: NameParam,
    body: UserChange,
    response: UserDetails,
  }),
  remove: endpoint('DELETE /ui/api/v1/users/{name}', 'Delete a user', { params: NameParam }),
  bulk: endpoint('POST /ui/api/v1/user-changes', 'Do one thing to many users', {
    body: UserBulk,
    response: UserBulkResult,
  }),
  deletionPreview: endpoint(
    'POST /ui/api/v1/user-deletion-preview',
    'What goes when these users are deleted',
    {
      body: z.object({ names: Names }),
      response: z.array(UserDeletion),
    },
  ),
}
