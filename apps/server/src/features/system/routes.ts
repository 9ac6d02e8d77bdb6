import { system } from '@bindery/contracts'
import { listJobs } from '../../platform/jobs/list.ts'
import { implement } from '../feature.ts'

/** The level of Artifactory's API that clients switch their features by. */
const apiLevel = '7.136.0'

export const endpoints = implement(system, {
  version: {
    allow: 'public',
    handle: (_call, { version }) => ({
      version: apiLevel,
      revision: version,
      addons: [],
      license: 'Enterprise Plus',
      product: 'Bindery',
      productVersion: version,
    }),
  },
  setMeUp: { allow: 'browse', handle: ({ origin }) => ({ baseUrl: `${origin.replace(/\/+$/, '')}/` }) },
  jobs: { allow: 'administer', handle: ({ query }, { database }) => listJobs(database.db, query) },
})
