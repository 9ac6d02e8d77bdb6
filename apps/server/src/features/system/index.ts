import type { Feature } from '../feature.ts'
import { exportJob, runExport } from './export.ts'
import { configurationEndpoints } from './configuration/routes.ts'
import { endpoints } from './routes.ts'
import { wireEndpoints } from './wire-routes.ts'

export const system: Feature = {
  name: 'system',
  endpoints: [...endpoints, ...wireEndpoints, ...configurationEndpoints],
  jobs: { [exportJob]: runExport },
}
