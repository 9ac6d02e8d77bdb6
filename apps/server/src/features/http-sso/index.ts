import type { Feature } from '../feature.ts'
import { proxyIdentity } from './identify.ts'
import { endpoints } from './routes.ts'

export const httpSso: Feature = {
  name: 'http-sso',
  endpoints,
  start: (services) => void services.access.requestIdentities.push(proxyIdentity(services)),
}
