import { registration as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const registration: Feature = {
  name: 'registration',
  endpoints: later([contract], () => import('./routes.ts')),
}
