import { cliLogin as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const cliLogin: Feature = {
  name: 'cli-login',
  endpoints: later([contract], () => import('./routes.ts')),
}
