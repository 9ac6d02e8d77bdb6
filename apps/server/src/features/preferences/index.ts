import { preferences as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const preferences: Feature = {
  name: 'preferences',
  endpoints: later([contract], () => import('./routes.ts')),
}
