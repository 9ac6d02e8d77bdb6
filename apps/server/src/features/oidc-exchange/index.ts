import { oidcExchange as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const oidcExchange: Feature = {
  name: 'oidc-exchange',
  endpoints: later([contract], () => import('./routes.ts')),
}
