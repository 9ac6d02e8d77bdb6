import type { Feature } from '../feature.ts'
import { securityPart } from './configuration.ts'
import { endpoints } from './routes.ts'

export const securitySettings: Feature = {
  name: 'security-settings',
  endpoints,
  configuration: [securityPart],
}
