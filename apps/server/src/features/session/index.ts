import { passwords, secondFactor, session as contract, signInScreen } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'
import { forgottenPasswordJob, sendResetLink } from './passwords.ts'
import { pruneSignIn } from './prune.ts'

export const session: Feature = {
  name: 'session',
  endpoints: later([contract, signInScreen, secondFactor, passwords], () => import('./routes.ts')),
  jobs: { [forgottenPasswordJob]: sendResetLink, 'prune-sign-in': pruneSignIn },
  schedules: { 'prune-sign-in': { everyMinutes: 60 } },
}
