// Signing in and out with a browser by name and password, and who one is.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const MfaStatus = z
  .enum(['none', 'verify', 'enroll'])
  .describe('verify: a one-time code is asked for; enroll: a second factor must be set up first')
export type MfaStatus = z.infer<typeof MfaStatus>

export const CurrentUser = z.object({
  name: z.string(),
  displayName: z.string(),
  email: z.string().nullable(),
  isAdmin: z.boolean(),
  isAnonymous: z.boolean(),
  mustChangePassword: z.boolean(),
  realm: z.string().describe('internal, or the kind of provider that vouches for the user'),
  mfaStatus: MfaStatus,
  canManagePermissions: z.boolean().describe('Some at least: the list shows those that one manages'),
  canManageResources: z.boolean().describe('Repositories, and permissions without limits'),
  canAdministerProjects: z
    .boolean()
    .describe('All of them, or one at least by the project administrator role'),
})
export type CurrentUser = z.infer<typeof CurrentUser>

const mandatory = 'This field is mandatory'
const UserName = z.string().min(1, mandatory).max(256)
const GivenPassword = z.string().min(1, mandatory).max(1024)
const NewPassword = z.string().min(1, mandatory).max(1024)

export const SignIn = z.object({
  user: UserName,
  password: GivenPassword,
  type: z.literal('login').default('login'),
})

export const ChangePassword = z.object({
  user: z.string().max(256).optional().describe('This or userName is mandatory'),
  userName: z.string().max(256).optional().describe('The same as user'),
  oldPassword: GivenPassword,
  newPassword1: NewPassword,
  newPassword2: z.string().max(1024).optional().describe('The new password once more, when given'),
})

/** Who is looking; asked by anybody. */
export const Current = z.object({
  user: CurrentUser.nullable().describe(
    'Null when nobody is signed in and the application is closed to others',
  ),
  anonymousAccess: z.boolean().describe('Whether people who did not sign in may use anything'),
  anonymousUiAccess: z.boolean().describe('Whether they may use the web application'),
})
export type Current = z.infer<typeof Current>

export const BrowserSession = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  isRemembered: z.boolean(),
  createdAt: z.string(),
  seenAt: z.string(),
  expiresAt: z.string(),
  address: z.string(),
  browser: z.string().describe('What the browser said of itself'),
})
export type BrowserSession = z.infer<typeof BrowserSession>

const signInShape = {
  query: z.object({ _spring_security_remember_me: z.enum(['true', 'false']).default('false') }),
  body: SignIn,
  response: CurrentUser,
} as const
const IdParam = z.object({ id: z.string().max(128) })
const UserParam = z.object({ name: z.string().max(64) })

export const session = {
  current: endpoint('GET /ui/api/v1/ui/auth/current', 'Who is looking', { response: Current }),
  signIn: endpoint('POST /ui/api/v1/ui/auth/login', 'Sign in with a user name and a password', signInShape),
  signInAccess: endpoint('POST /ui/api/v1/access/auth/login', 'Sign in, access variant', signInShape),
  signInAccessRoot: endpoint('POST /access/auth/login', 'Sign in, access variant', signInShape),
  signOut: endpoint('POST /ui/api/v1/ui/auth/logout', 'End the browser session', {}),
  check: endpoint(
    'GET /ui/api/v1/ui/auth/session',
    'Whether the browser session is alive; asking does not keep it alive',
    { response: z.object({ isAlive: z.boolean(), user: z.string().nullable() }) },
  ),
  changePassword: endpoint(
    'POST /ui/api/v1/ui/auth/changePassword',
    'Replace a password, also an expired one',
    {
      query: z.object({ prefix: z.string().max(64).optional() }),
      body: ChangePassword,
      response: CurrentUser,
    },
  ),
  listSessions: endpoint('GET /ui/api/v1/sessions', 'My browser sessions', {
    response: z.array(BrowserSession),
  }),
  endSession: endpoint('DELETE /ui/api/v1/sessions/{id}', 'End one of my browser sessions', {
    params: IdParam,
  }),
  endSessions: endpoint('DELETE /ui/api/v1/sessions', 'Sign out everywhere', {
    query: z.object({ keep: z.enum(['current', 'none']).default('none') }),
  }),
  listUserSessions: endpoint('GET /ui/api/v1/users/{name}/sessions', 'Where a user is signed in', {
    params: UserParam,
    response: z.array(BrowserSession),
  }),
  endUserSession: endpoint('DELETE /ui/api/v1/users/{name}/sessions/{id}', 'End a session of a user', {
    params: UserParam.extend(IdParam.shape),
  }),
  endUserSessions: endpoint('DELETE /ui/api/v1/users/{name}/sessions', 'Sign a user out everywhere', {
    params: UserParam,
  }),
}
