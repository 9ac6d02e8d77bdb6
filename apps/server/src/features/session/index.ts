import type { Feature } from '../feature.ts'
import { forgottenPasswordJob, sendResetLink } from './passwords.ts'
import { pruneSignIn } from './prune.ts'
import { endpoints } from './routes.ts'

export const session: Feature = {
  name: 'session',
  endpoints,
  jobs: { [forgottenPasswordJob]: sendResetLink, 'prune-sign-in': pruneSignIn },
  schedules: { 'prune-sign-in': { everyMinutes: 60 } },
}
