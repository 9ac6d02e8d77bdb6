import { storage } from '@bindery/contracts'
import { implement, type Services } from '../feature.ts'
import { largeFiles } from './large-files.ts'
import { requestComputation } from './state.ts'
import { toStorageInfo } from './storage-info.ts'
import { readSummary } from './summary.ts'

export const endpoints = implement(storage, {
  summary: { allow: 'administer', handle: (_call, services) => readSummary(services) },
  large: {
    allow: 'administer',
    handle: ({ query }, services) => largeFiles(services, query.unusedDays),
  },
  calculate: { allow: 'administer', handle: (_call, services) => calculate(services) },
  info: {
    allow: 'administer',
    handle: async (_call, services) => toStorageInfo(await readSummary(services)),
  },
  calculateInfo: { allow: 'administer', handle: (_call, services) => calculate(services) },
})

async function calculate(services: Services): Promise<{ info: string }> {
  await requestComputation(services)
  return { info: 'Calculating the storage summary in the background; the present one stays until then.' }
}
