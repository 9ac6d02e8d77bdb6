// How long files are kept: rules by age, use and number of versions, looked at before they remove anything, and the clean-up
// policies of Artifactory's API.
import { retention as contract } from '@bindery/contracts'
import { type Feature, implement } from '../feature.ts'
import { policyJob, runPolicy } from './policies.ts'
import { policyEndpoints } from './policy-routes.ts'
import {
  applyAll,
  applyOne,
  listRules,
  listRuns,
  removeRule,
  requestRun,
  retentionJob,
  ruleJob,
  saveRule,
  simulateRule,
} from './rules.ts'

export const retention: Feature = {
  name: 'retention',
  endpoints: [
    ...policyEndpoints,
    ...implement(contract, {
      list: { allow: 'administer', handle: (_call, services) => listRules(services) },
      save: {
        allow: 'administer',
        handle: (call, services) => saveRule(services, call, call.params.name, call.body),
      },
      remove: {
        allow: 'administer',
        handle: (call, services) => removeRule(services, call, call.params.name),
      },
      simulate: {
        allow: 'administer',
        worksReadOnly: true,
        handle: ({ body }, services) => simulateRule(services, body),
      },
      runs: { allow: 'administer', handle: ({ params }, services) => listRuns(services, params.name) },
      run: {
        allow: 'administer',
        handle: ({ params, actor }, services) => requestRun(services, params.name, actor.name),
      },
    }),
  ],
  jobs: { [retentionJob]: applyAll, [ruleJob]: applyOne, [policyJob]: runPolicy },
  schedules: { [retentionJob]: { everyMinutes: 24 * 60 } },
}
