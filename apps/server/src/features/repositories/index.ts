import {
  artifactoryReplications,
  artifactoryRepositories,
  mirrors,
  repositories as contract,
} from '@bindery/contracts'
import { listRepositories } from '../../registry/repositories.ts'
import { later, type Feature, type Services } from '../feature.ts'
import { mirrorWork } from './mirror-work.ts'

const countOf =
  (kind: string) =>
  async ({ registry }: Services) =>
    (await listRepositories(registry)).filter((one) => one.kind === kind).length

export const repositories: Feature = {
  name: 'repositories',
  endpoints: [
    ...later([contract], () => import('./routes.ts')),
    ...later([artifactoryRepositories], () => import('./wire-routes.ts')),
    ...later([artifactoryReplications], () => import('./replication-routes.ts')),
    ...later([mirrors], () => import('./mirror-routes.ts')),
  ],
  ...mirrorWork,
  configuration: async () => (await import('./configuration.ts')).repositoriesParts,
  settingStates: {
    '/admin/repositories/local': countOf('local'),
    '/admin/repositories/remote': countOf('remote'),
    '/admin/repositories/virtual': countOf('virtual'),
  },
}
