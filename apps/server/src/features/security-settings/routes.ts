import { securitySettings } from '@bindery/contracts'
import { securityOf } from '../../access/sign-in/security.ts'
import { implement } from '../feature.ts'
import { listEnrolments, resetEnrolment } from './enrolments.ts'
import { listLocks, lockedNames, unlockAll, unlockNames, unlockUser } from './locks.ts'
import { readExpiryPolicy, readLockPolicy, saveExpiryPolicy, saveLockPolicy } from './policies.ts'
import { saveSettings, warningsOf } from './settings.ts'

export const endpoints = implement(securitySettings, {
  get: { allow: 'administer', handle: (_, services) => securityOf(services.access) },
  check: {
    allow: 'administer',
    worksReadOnly: true,
    handle: async (call, services) => ({ warnings: await warningsOf(services, call.body) }),
  },
  save: { allow: 'administer', handle: (call, services) => saveSettings(services, call, call.body) },
  enrolments: { allow: 'administer', handle: ({ query }, services) => listEnrolments(services, query) },
  resetEnrolment: {
    allow: 'administer',
    handle: (call, services) => resetEnrolment(services, call, call.params.name),
  },
  locks: { allow: 'administer', handle: (_, services) => listLocks(services) },
  unlock: { allow: 'administer', handle: (call, services) => unlockUser(services, call, call.params.name) },
  lockedUsers: { allow: 'administer', handle: (_, services) => lockedNames(services) },
  unlockUser: {
    allow: 'administer',
    handle: (call, services) => unlockNames(services, call, [call.params.name]),
  },
  unlockUsers: { allow: 'administer', handle: (call, services) => unlockNames(services, call, call.body) },
  lockPolicy: { allow: 'administer', handle: (_, services) => readLockPolicy(services) },
  saveLockPolicy: {
    allow: 'administer',
    handle: (call, services) => saveLockPolicy(services, call, call.body),
  },
  expiryPolicy: { allow: 'administer', handle: (_, services) => readExpiryPolicy(services) },
  saveExpiryPolicy: {
    allow: 'administer',
    handle: (call, services) => saveExpiryPolicy(services, call, call.body),
  },
  unlockAll: { allow: 'administer', handle: (call, services) => unlockAll(services, call) },
})
