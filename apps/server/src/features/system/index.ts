import { artifactoryConfiguration, artifactorySystem, system as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'
import { exportJob, runExport } from './export.ts'

export const system: Feature = {
  name: 'system',
  endpoints: [
    ...later([contract], () => import('./routes.ts')),
    ...later([artifactorySystem], () => import('./wire-routes.ts')),
    ...later([artifactoryConfiguration], () => import('./configuration/routes.ts')),
  ],
  jobs: { [exportJob]: runExport },
}
