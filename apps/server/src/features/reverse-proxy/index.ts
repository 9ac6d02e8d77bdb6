import { reverseProxy as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const reverseProxy: Feature = {
  name: 'reverse-proxy',
  endpoints: later([contract], () => import('./routes.ts')),
}
