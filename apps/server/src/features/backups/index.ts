// Backups by the clock, as the configuration document of Artifactory names them.
import { backups as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'
import { backupJob } from './backups.ts'
import { runBackup } from './run.ts'

export const backups: Feature = {
  name: 'backups',
  endpoints: later([contract], () => import('./routes.ts')),
  configuration: async () => [(await import('./configuration.ts')).backupsPart],
  jobs: { [backupJob]: runBackup },
}
