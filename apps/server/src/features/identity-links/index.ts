import { identityLinks as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const identityLinks: Feature = {
  name: 'identity-links',
  endpoints: later([contract], () => import('./routes.ts')),
}
