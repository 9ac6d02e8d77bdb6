// How long files are kept: rules by age, use and number of versions, looked at before they remove anything, and the clean-up
// policies of Artifactory's API.
import { artifactoryCleanup, bundleCleanup, packageArchive, retention as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'
import { policyJob, runPolicy } from './policy-runs.ts'
import { applyAll, applyOne, retentionJob, ruleJob } from './rules.ts'

export const retention: Feature = {
  name: 'retention',
  endpoints: [
    ...later([contract], () => import('./routes.ts')),
    ...later([artifactoryCleanup, bundleCleanup, packageArchive], () => import('./policy-routes.ts')),
  ],
  jobs: { [retentionJob]: applyAll, [ruleJob]: applyOne, [policyJob]: runPolicy },
  schedules: { [retentionJob]: { everyMinutes: 24 * 60 } },
}
