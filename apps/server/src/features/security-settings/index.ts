import { securitySettings as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const securitySettings: Feature = {
  name: 'security-settings',
  endpoints: later([contract], () => import('./routes.ts')),
  configuration: async () => [(await import('./configuration.ts')).securityPart],
}
