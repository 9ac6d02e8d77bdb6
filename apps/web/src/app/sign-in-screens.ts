// The screens of the sign-in area, which answers under two names, and the pages beside it for providers and command lines.
import { parseSignInSearch, parseTokenSearch } from '../features/session/sign-in-search.ts'
import { type RawSearch, textParam } from '../lib/search-params.ts'
import { lazyScreen } from './lazy-screen.ts'
import type { Screen } from './screens.ts'

const bare = { audience: 'anyone', frame: 'bare' } as const

const changePassword = lazyScreen(
  () => import('../features/session/passwords/change-password-screen.tsx'),
  'ChangePasswordScreen',
  ['account'],
)
const signIn = lazyScreen(() => import('../features/session/sign-in-screen.tsx'), 'SignInScreen')
const code = lazyScreen(() => import('../features/session/second-factor/code-screen.tsx'), 'CodeScreen', [
  'account',
])
const enrolment = lazyScreen(
  () => import('../features/session/second-factor/enrolment-screen.tsx'),
  'EnrolmentScreen',
  ['account'],
)
const forgotPassword = lazyScreen(
  () => import('../features/session/passwords/forgot-password-screen.tsx'),
  'ForgotPasswordScreen',
  ['account'],
)
const resetPassword = lazyScreen(
  () => import('../features/session/passwords/reset-password-screen.tsx'),
  'ResetPasswordScreen',
  ['account'],
)
const registration = lazyScreen(
  () => import('../features/session/account/registration-screen.tsx'),
  'RegistrationScreen',
  ['account'],
)
const invitation = lazyScreen(
  () => import('../features/session/account/invitation-screen.tsx'),
  'InvitationScreen',
  ['account'],
)
const cliRegistration = lazyScreen(
  () => import('../features/session/cli/cli-registration-screen.tsx'),
  'CliRegistrationScreen',
  ['account'],
)
const commandLine = lazyScreen(
  () => import('../features/session/cli/command-line-screen.tsx'),
  'CommandLineScreen',
  ['account'],
)
const verify = lazyScreen(() => import('../features/session/cli/verify-screen.tsx'), 'VerifyScreen', [
  'account',
])
const handOver = lazyScreen(() => import('../features/session/sso/hand-over-screen.tsx'), 'HandOverScreen', [
  'account',
])
const provider = lazyScreen(() => import('../features/session/sso/provider-screen.tsx'), 'ProviderScreen', [
  'account',
])

export const signInScreens: Screen[] = [
  ...['/login', '/auth'].flatMap(areaScreens),
  { ...bare, path: '/auth-provider/$type', component: provider, title: 'session.handOverTitle' },
  {
    ...bare,
    path: '/plugs/extension/cli',
    component: commandLine,
    title: 'session.cliTitle',
    audience: 'command-line',
  },
  {
    ...bare,
    path: '/plugs/extension/cli/verify',
    component: verify,
    title: 'session.cliVerifyTitle',
    audience: 'command-line',
  },
]

function areaScreens(area: string): Screen[] {
  return [
    // Its rules run in the screen, which does not wait for them.
    { ...bare, path: area, component: signIn, title: 'session.signInTitle', search: parseSignInSearch },
    {
      ...bare,
      path: `${area}/otp-login`,
      component: code,
      title: 'session.codeTitle',
      audience: 'stranger',
    },
    {
      ...bare,
      path: `${area}/mfa-enroll`,
      component: enrolment,
      title: 'session.enrolTitle',
      audience: 'stranger',
    },
    {
      ...bare,
      path: `${area}/forgot-password`,
      component: forgotPassword,
      title: 'session.forgotTitle',
      audience: 'stranger',
    },
    {
      ...bare,
      path: `${area}/reset-password`,
      component: resetPassword,
      title: 'session.resetTitle',
      search: (raw: RawSearch) => ({ key: textParam(raw['key']) }),
    },
    { ...bare, path: `${area}/change-password`, component: changePassword, title: 'session.changeTitle' },
    {
      ...bare,
      path: `${area}/registration`,
      component: registration,
      title: 'session.registrationTitle',
      audience: 'stranger',
    },
    {
      ...bare,
      path: `${area}/invitation`,
      component: invitation,
      title: 'session.invitationTitle',
      audience: 'invited',
      search: parseTokenSearch,
    },
    {
      ...bare,
      path: `${area}/cli-registration`,
      component: cliRegistration,
      title: 'session.registrationTitle',
      audience: 'command-line',
    },
    { ...bare, path: `${area}/sso/$type`, component: handOver, title: 'session.handOverTitle' },
  ]
}
