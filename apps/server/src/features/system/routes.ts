import { system } from '@bindery/contracts'
import { audit } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/errors.ts'
import { cancelJob } from '../../platform/jobs/cancel.ts'
import { listJobs } from '../../platform/jobs/list.ts'
import { listTasks } from '../../platform/jobs/tasks.ts'
import { licenseType } from '../../platform/installation/licenses.ts'
import { packageTypes } from '../../registry/config/package-types.ts'
import { formatOf } from '../../registry/registry.ts'
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
      const isKnown = registry.formats.has(params.format) || packageTypes.has(params.format)
      if (!isKnown) throw notFound('package type', params.format)
      return formatOf(registry, params).guide
    },
  },
  jobs: { allow: 'administer', handle: ({ query }, { database }) => listJobs(database.db, query) },
  cancelJob: {
    allow: 'administer',
    handle: async (call, { access, clock, database }) => {
      await transaction(database, async (db) => {
        const kind = await cancelJob(db, call.params.id, call.actor.name, clock.now())
        await audit(access, db, call, { kind: 'job.cancelled', target: call.params.id, detail: { kind } })
      })
    },
  },
  tasks: {
    allow: 'administer',
    handle: async (_call, { database }) => ({ tasks: await listTasks(database.db) }),
  },
})
