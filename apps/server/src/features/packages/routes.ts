import { packages } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { getPackage } from './package.ts'
import { countByFormat, listPackages } from './list.ts'
import { getVersion } from './version.ts'
import { listVersions } from './versions.ts'

export const endpoints = implement(packages, {
  list: { allow: 'browse', handle: ({ actor, query }, services) => listPackages(services, actor, query) },
  counts: { allow: 'browse', handle: ({ actor }, services) => countByFormat(services, actor) },
  get: {
    allow: 'browse',
    handle: ({ actor, params }, services) => getPackage(services, actor, params.packageId),
  },
  versions: {
    allow: 'browse',
    handle: ({ actor, params, query }, services) => listVersions(services, actor, params.packageId, query),
  },
  version: {
    allow: 'browse',
    handle: ({ actor, params, origin }, services) =>
      getVersion(services, actor, params.packageId, params.version, origin),
  },
})
