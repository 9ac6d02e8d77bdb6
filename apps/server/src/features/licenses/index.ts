import { licenses as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const licenses: Feature = {
  name: 'licenses',
  endpoints: later([contract], () => import('./routes.ts')),
}
