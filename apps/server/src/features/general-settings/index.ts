import { generalSettings as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const generalSettings: Feature = {
  name: 'general-settings',
  endpoints: later([contract], () => import('./routes.ts')),
  configuration: async () => (await import('./configuration.ts')).generalParts,
}
