import { packages as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const packages: Feature = {
  name: 'packages',
  endpoints: later([contract], () => import('./routes.ts')),
}
