// Signing in and out with a browser, and who one is.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const CurrentUser = z.object({
  name: z.string(),
  displayName: z.string(),
  email: z.string().nullable(),
  isAdmin: z.boolean(),
  isAnonymous: z.boolean(),
  mustChangePassword: z.boolean(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const SignIn = z.object({
  user: z.string().min(1, 'This field is mandatory').max(256),
  password: z.string().min(1, 'This field is mandatory').max(1024),
  type: z.literal('login').default('login'),
})

export const ChangePassword = z.object({
  user: z.string().min(1, 'This field is mandatory').max(256),
  oldPassword: z.string().min(1, 'This field is mandatory').max(1024),
  newPassword1: z.string().min(8, 'Use at least 8 characters').max(1024),
})

/** What the frame needs to draw itself; asked once at the start, by anybody. */
export const Bootstrap = z.object({
  product: z.string(),
  version: z.string(),
  serverName: z.string().describe('Empty on a new installation'),
  user: CurrentUser.nullable().describe('Null when nobody is signed in and anonymous access is off'),
  anonymousAccess: z.boolean(),
  canRememberMe: z.boolean(),
})
export type Bootstrap = z.infer<typeof Bootstrap>

export const session = {
  bootstrap: endpoint('GET /ui/api/v1/bootstrap', 'What the application needs to start', {
    response: Bootstrap,
  }),
  signIn: endpoint('POST /ui/api/v1/auth/login', 'Sign in with a user name and a password', {
    query: z.object({ _spring_security_remember_me: z.enum(['true', 'false']).default('false') }),
    body: SignIn,
    response: CurrentUser,
  }),
  signOut: endpoint('POST /ui/api/v1/auth/logout', 'End the browser session', {}),
  changePassword: endpoint('POST /ui/api/v1/auth/changePassword', 'Replace a password, also an expired one', {
    body: ChangePassword,
    response: CurrentUser,
  }),
}
