import type { Feature } from '../feature.ts'
import { pruneAudit } from './prune.ts'
import { endpoints } from './routes.ts'

export const audit: Feature = {
  name: 'audit',
  endpoints,
  jobs: { 'prune-audit': pruneAudit },
  schedules: { 'prune-audit': { everyMinutes: 60 } },
}
