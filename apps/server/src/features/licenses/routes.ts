import { licenses } from '@bindery/contracts'
import { licenseState } from '../../platform/installation/licenses.ts'
import { implement } from '../feature.ts'
import { addKeys, checkKeys, removeLicense, restoreBuiltIn, wireLicense, wireLicenses } from './licenses.ts'

export const endpoints = implement(licenses, {
  list: { allow: 'administer', handle: (_, services) => licenseState(services) },
  check: {
    allow: 'administer',
    worksReadOnly: true,
    handle: ({ body }, services) => checkKeys(services, body.keys),
  },
  add: { allow: 'administer', handle: (call, services) => addKeys(services, call, call.body.keys) },
  restore: { allow: 'administer', handle: (call, services) => restoreBuiltIn(services, call) },
  remove: { allow: 'administer', handle: (call, services) => removeLicense(services, call, call.params.id) },
  wireGet: { allow: 'administer', handle: (_, services) => wireLicense(services) },
  wireAdd: {
    allow: 'administer',
    handle: async (call, services) => {
      await addKeys(services, call, call.body.licenseKey)
      return { status: 200, message: 'The license has been successfully installed.' }
    },
  },
  wireList: { allow: 'administer', handle: (_, services) => wireLicenses(services) },
  wireAddMany: {
    allow: 'administer',
    handle: async (call, services) => {
      const keys = [call.body].flat().map(({ licenseKey }) => licenseKey)
      await addKeys(services, call, keys.join('\n\n'))
      return { status: 200, messages: Object.fromEntries(keys.map((key) => [key, 'OK'])) }
    },
  },
  wireRemove: {
    allow: 'administer',
    handle: async (call, services) => {
      const hashes = call.query.licenseHash.split(',').map((hash) => hash.trim())
      for (const hash of hashes) await removeLicense(services, call, hash)
      return { status: 200, messages: Object.fromEntries(hashes.map((hash) => [hash, 'OK'])) }
    },
  },
})
