// Clean-up policies on the wire, and the plain word about what is not here to be cleaned up.
import { artifactoryCleanup, bundleCleanup, packageArchive } from '@bindery/contracts'
import { AppError } from '../../platform/errors.ts'
import { implement } from '../feature.ts'
import { getPolicy, listPolicies } from './kept-policies.ts'
import { createPolicy, enablePolicy, removePolicy, savePolicy, updatePolicy } from './policies.ts'
import { listPolicyRuns, listPolicyStates, requestPolicyRun, simulatePolicy } from './policy-runs.ts'

const absent = (sentence: string) => {
  const refuse = {
    allow: 'administer' as const,
    handle(): never {
      throw new AppError('not-found', sentence)
    },
  }
  return { read: refuse, create: refuse, update: refuse, remove: refuse }
}

export const endpoints = [
  ...implement(artifactoryCleanup, {
    list: { allow: 'administer', handle: (_call, services) => listPolicies(services) },
    get: { allow: 'administer', handle: ({ params }, services) => getPolicy(services, params.key) },
    create: {
      allow: 'administer',
      handle: (call, services) => createPolicy(services, call, call.params.key, call.body),
    },
    update: {
      allow: 'administer',
      handle: (call, services) => updatePolicy(services, call, call.params.key, call.body),
    },
    remove: {
      allow: 'administer',
      handle: (call, services) => removePolicy(services, call, call.params.key),
    },
    enable: {
      allow: 'administer',
      handle: (call, services) => enablePolicy(services, call, call.params.key, call.body.enabled),
    },
    states: { allow: 'administer', handle: (_call, services) => listPolicyStates(services) },
    make: {
      allow: 'administer',
      handle: (call, services) => savePolicy(services, call, call.body, { key: call.body.key, isNew: true }),
    },
    save: {
      allow: 'administer',
      handle: (call, services) => savePolicy(services, call, call.body, call.params),
    },
    simulate: {
      allow: 'administer',
      worksReadOnly: true,
      handle: ({ body }, services) => simulatePolicy(services, body),
    },
    runs: { allow: 'administer', handle: ({ params }, services) => listPolicyRuns(services, params.key) },
    run: {
      allow: 'administer',
      handle: ({ params, actor }, services) => requestPolicyRun(services, params.key, actor.name),
    },
  }),
  ...implement(
    bundleCleanup,
    absent('Release bundles are not kept here, so there are no policies that clean them up.'),
  ),
  ...implement(
    packageArchive,
    absent('Packages are not archived here. Clean-up policies remove them, into the trash can.'),
  ),
]
