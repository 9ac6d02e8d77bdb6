import { audit as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'
import { pruneAudit } from './prune.ts'

export const audit: Feature = {
  name: 'audit',
  endpoints: later([contract], () => import('./routes.ts')),
  jobs: { 'prune-audit': pruneAudit },
  schedules: { 'prune-audit': { everyMinutes: 60 } },
}
