// What the sign-in screen asks before anybody signed in.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PasswordRules } from './passwords.ts'

export const SsoLink = z.object({ name: z.string(), url: z.string() })
export type SsoLink = z.infer<typeof SsoLink>

export const LoginRelatedData = z.object({
  forgotPassword: z.boolean(),
  canRememberMe: z.boolean(),
  passwordAutocompleteEnabled: z.boolean(),
  samlAuthenticationData: z.union([z.array(SsoLink), z.string()]).describe('A list, or a single address'),
  ssoProviderLink: z.string().nullable().describe('Where an automatic sign-in leads'),
  isRegistrationEnabled: z.boolean(),
  passwordRules: PasswordRules,
})
export type LoginRelatedData = z.infer<typeof LoginRelatedData>

export const RealmStatus = z.object({
  name: z.string(),
  isAvailable: z.boolean(),
  message: z.string().describe('Empty, or what is wrong with it'),
})

export const LoginDialog = z.object({
  enabled: z.boolean(),
  permanent: z.boolean(),
  title: z.string(),
  text: z.string().describe('HTML, reduced to harmless tags'),
  buttonLabel: z.string(),
})

const realmShape = { response: z.array(RealmStatus) } as const
const loginDataShape = {
  body: z.object({}).describe('Anything; nothing of it is read'),
  response: LoginRelatedData,
} as const

export const signInScreen = {
  loginData: endpoint(
    'POST /ui/api/v1/ui/auth/loginRelatedData',
    'What the sign-in screen offers',
    loginDataShape,
  ),
  loginDataAccess: endpoint(
    'POST /ui/api/v1/access/auth/loginRelatedData',
    'What the sign-in screen offers, access variant',
    loginDataShape,
  ),
  loginDataAccessRoot: endpoint(
    'POST /access/auth/loginRelatedData',
    'What the sign-in screen offers, access variant',
    loginDataShape,
  ),
  realms: endpoint(
    'GET /ui/api/v1/access/auth/realms/status',
    'Which places check passwords, and whether they can be reached',
    realmShape,
  ),
  realmsRoot: endpoint(
    'GET /access/auth/realms/status',
    'Which places check passwords, and whether they can be reached',
    realmShape,
  ),
  loginDialog: endpoint('GET /ui/api/v1/ui/auth/loginDialog', 'The notice shown over the sign-in form', {
    response: z.object({ config: LoginDialog }),
  }),
  visualMode: endpoint('GET /ui/api/v1/ui/auth/loginVisualMode', 'How the sign-in screen looks', {
    response: z.object({ loginIsExternal: z.boolean(), isProvidersHidden: z.boolean() }),
  }),
  userPlugins: endpoint('GET /ui/api/v1/ui/auth/userPlugins', 'Whether a plug-in checks who signs in', {
    response: z.object({ isUserPluginEnabled: z.boolean() }),
  }),
  redirect: endpoint('GET /ui/api/v1/ui/auth/redirect', 'Where to go after the sign-in, on this site', {
    query: z.object({ redirectTo: z.string().max(4096).default('') }),
    response: z.object({ url: z.string() }),
  }),
}
