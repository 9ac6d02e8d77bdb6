// Where another npm registry keeps things, and how its packuments are read. Pure. What it says about digests and
// signatures is passed on as it is; where its files are is not: clients fetch them through us.
import validateName from 'validate-npm-package-name'
import type { UpstreamFormat } from '../../registry/format.ts'
import { upstreamSearch } from './search.ts'
import { splitTarballPath } from './names.ts'
import { readPackument } from './upstream/read-packument.ts'
import { trimPackument } from './upstream/trim-packument.ts'

export const upstream: UpstreamFormat = {
  isImmutable: (path) => splitTarballPath(path) !== undefined,
  document: {
    // As Artifactory has it in its caches.
    pathOf: (name) => `.npm/${name}/package.json`,
    nameAt: (path) => /^\.npm\/((?:@[^/]+\/)?[^/@][^/]*)\/package\.json$/.exec(path)?.[1],
    // Names from before there were rules exist, too.
    addressOf: (name) => {
      const { validForNewPackages, validForOldPackages } = validateName(name)
      const isName = validForNewPackages || validForOldPackages
      return isName && !name.startsWith('@.') ? encodeURIComponent(name).replace('%40', '@') : undefined
    },
    accept: 'application/json',
    trim: trimPackument,
    read: readPackument,
  },
  search: upstreamSearch,
}
