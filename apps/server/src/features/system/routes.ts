import { system } from '@bindery/contracts'
import { notFound } from '../../platform/errors.ts'
import { listJobs } from '../../platform/jobs/list.ts'
import { licenseType } from '../../platform/installation/licenses.ts'
import { implement } from '../feature.ts'

/** The level of Artifactory's API that clients switch their features by. */
const apiLevel = '7.136.0'

export const endpoints = implement(system, {
  version: {
    allow: 'public',
    handle: async (_call, services) => ({
      version: apiLevel,
      revision: services.version,
      addons: [],
      license: await licenseType(services),
      product: 'Bindery',
      productVersion: services.version,
    }),
  },
  setMeUp: { allow: 'browse', handle: ({ origin }) => ({ baseUrl: `${origin.replace(/\/+$/, '')}/` }) },
  clientGuide: {
    allow: 'browse',
    handle: ({ params }, { registry }) => {
      const format = registry.formats.get(params.format)
      if (format === undefined) throw notFound('package type', params.format)
      return format.guide
    },
  },
  jobs: { allow: 'administer', handle: ({ query }, { database }) => listJobs(database.db, query) },
})
