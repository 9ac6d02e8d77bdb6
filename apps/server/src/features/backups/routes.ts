import { backups } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { listBackupRuns, listBackupStates, requestBackup } from './backups.ts'

export const endpoints = implement(backups, {
  list: { allow: 'administer', handle: (_call, services) => listBackupStates(services) },
  runs: { allow: 'administer', handle: ({ params }, services) => listBackupRuns(services, params.key) },
  run: {
    allow: 'administer',
    // Copies are what the read-only mode is often switched on for.
    worksReadOnly: true,
    handle: (call, services) => requestBackup(services, call, call.params.key),
  },
})
