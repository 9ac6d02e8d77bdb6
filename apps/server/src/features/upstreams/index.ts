import { upstreams as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const upstreams: Feature = {
  name: 'upstreams',
  endpoints: later([contract], () => import('./routes.ts')),
  configuration: async () => [(await import('./configuration.ts')).offlinePart],
}
