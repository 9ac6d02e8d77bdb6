// Where another npm registry keeps things, and how its packuments are read. Pure. What it says about digests and
// signatures is passed on as it is; where its files are is not: clients fetch them through us.
import validateName from 'validate-npm-package-name'
import { AppError, quote } from '../../platform/errors.ts'
import type { UpstreamFormat } from '../../registry/format.ts'
import type { PackageContents, PackageVersion } from '../../registry/packages.ts'
import { isObject } from './json.ts'
import { upstreamSearch } from './search.ts'
import { splitTarballPath, tarballPath } from './names.ts'

type Packument = Record<string, unknown>

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
    read: (bytes, name) => readPackument(parse(bytes), name),
  },
  search: upstreamSearch,
}

function parse(bytes: Buffer): Packument {
  let parsed: unknown
  try {
    parsed = JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new AppError('bad-gateway', 'it is not JSON.', { cause })
  }
  if (!isObject(parsed)) throw new AppError('bad-gateway', 'it is not a JSON object.')
  return parsed
}

function readPackument(packument: Packument, name: string): PackageContents {
  if (packument['name'] !== name)
    throw new AppError('bad-gateway', `it is about ${quote(String(packument['name']))}, not ${quote(name)}.`)
  const times = objectOf(packument['time'])
  const modifiedAt = textOf(times['modified']) || textOf(packument['modified'])
  const versions = Object.entries(objectOf(packument['versions'])).flatMap(([version, manifest]) =>
    isObject(manifest) ? [readVersion(name, version, manifest, textOf(times[version]) || modifiedAt)] : [],
  )
  return {
    name,
    revision: 0,
    createdAt: textOf(times['created']) || modifiedAt,
    modifiedAt,
    readme: textOf(packument['readme']) || null,
    versions,
    tags: Object.entries(objectOf(packument['dist-tags'])).flatMap(([tag, version]) =>
      typeof version === 'string' ? [{ tag, version }] : [],
    ),
  }
}

function readVersion(name: string, version: string, given: Packument, createdAt: string): PackageVersion {
  const { dist, deprecated, ...manifest } = given
  const told = objectOf(dist)
  const integrity = textOf(told['integrity'])
  const source = textOf(told['tarball'])
  return {
    version,
    manifest: { ...manifest, name, version, _dist: told },
    // A deprecation is a sentence; some old ones are just true.
    deprecated: typeof deprecated === 'string' ? deprecated : deprecated === true ? 'deprecated' : null,
    createdAt,
    path: tarballPath(name, version),
    size: 0,
    sha1: textOf(told['shasum']).toLowerCase(),
    sha512: /(?:^|\s)sha512-([A-Za-z0-9+/=]+)/.exec(integrity)?.[1] ?? '',
    ...(source !== '' && { source }),
  }
}

const objectOf = (value: unknown): Packument => (isObject(value) ? value : {})
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
