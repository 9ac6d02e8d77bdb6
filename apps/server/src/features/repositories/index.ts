import { listRepositories } from '../../registry/repositories.ts'
import type { Feature, Services } from '../feature.ts'
import { replicationEndpoints } from './replication-routes.ts'
import { mirrorEndpoints } from './mirror-routes.ts'
import { mirrorWork } from './mirror-work.ts'
import { endpoints } from './routes.ts'
import { repositoriesParts } from './configuration.ts'
import { wireEndpoints } from './wire-routes.ts'

const countOf =
  (kind: string) =>
  async ({ registry }: Services) =>
    (await listRepositories(registry)).filter((one) => one.kind === kind).length

export const repositories: Feature = {
  name: 'repositories',
  endpoints: [...endpoints, ...wireEndpoints, ...replicationEndpoints, ...mirrorEndpoints],
  ...mirrorWork,
  configuration: repositoriesParts,
  settingStates: {
    '/admin/repositories/local': countOf('local'),
    '/admin/repositories/remote': countOf('remote'),
    '/admin/repositories/virtual': countOf('virtual'),
  },
}
