import { apiKeys as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const apiKeys: Feature = {
  name: 'api-keys',
  endpoints: later([contract], () => import('./routes.ts')),
}
