import { allSettings as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const allSettings: Feature = {
  name: 'all-settings',
  endpoints: later([contract], () => import('./routes.ts')),
}
