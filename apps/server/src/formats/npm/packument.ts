// Pure: our rows in, the documents that npm, yarn and pnpm expect out.
import { hash } from 'node:crypto'
import { sortByVersion } from './names.ts'
import { isObject } from './json.ts'

export interface PackumentInput {
  name: string
  revision: number
  createdAt: string
  modifiedAt: string
  /** Of the latest version. */
  readme?: string | null
  tags: readonly { tag: string; version: string }[]
  versions: readonly PackumentVersion[]
  /** What `dist.tarball` begins with: the repository's address without a slash at its end. */
  tarballBase: string
}

export interface PackumentVersion {
  version: string
  manifest: Record<string, unknown>
  createdAt: string
  deprecated: string | null
  /** In the repository. */
  path: string
  size: number
  /** Hex; empty when an upstream does not tell. */
  sha1: string
  /** Base64; empty when an upstream does not tell. */
  sha512: string
}

export type Document = Record<string, unknown>

/** https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md */
export function fullPackument(input: PackumentInput): Document {
  const sorted = sortByVersion(input.versions)
  const latest = latestOf(input, sorted)
  return {
    _id: input.name,
    _rev: revisionOf(input.name, input.revision),
    name: input.name,
    ...pick(latest?.manifest ?? {}, describingFields),
    'dist-tags': distTags(input),
    versions: Object.fromEntries(sorted.map((row) => [row.version, versionOf(input, row)])),
    time: timesOf(input, sorted),
    // npm writes the list of maintainers back when it deprecates; it must be there.
    maintainers: listOf(latest?.manifest['maintainers']),
    readme: input.readme ?? '',
  }
}

/** What an install needs, and `time`, without which clients cannot obey a minimum age. */
export function abbreviatedPackument(input: PackumentInput): Document {
  const sorted = sortByVersion(input.versions)
  return {
    name: input.name,
    modified: input.modifiedAt,
    'dist-tags': distTags(input),
    versions: Object.fromEntries(sorted.map((row) => [row.version, abbreviate(input, row)])),
    time: timesOf(input, sorted),
  }
}

/** One version by its number or by a tag; undefined when there is neither. */
export function versionDocument(input: PackumentInput, versionOrTag: string): Document | undefined {
  const version = input.tags.find(({ tag }) => tag === versionOrTag)?.version ?? versionOrTag
  const row = input.versions.find((row) => row.version === version)
  return row && versionOf(input, row)
}

/** CouchDB's form, which clients send back unread: the count, then something that looks random and is stable. */
export const revisionOf = (name: string, revision: number) =>
  `${revision}-${hash('sha256', `${name} ${revision}`).slice(0, 32)}`

const describingFields = [
  'description',
  'license',
  'repository',
  'homepage',
  'bugs',
  'keywords',
  'author',
  'contributors',
]

const installFields = [
  'name',
  'version',
  'dependencies',
  'optionalDependencies',
  'devDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'bundleDependencies',
  'acceptDependencies',
  'bin',
  'directories',
  'engines',
  'os',
  'cpu',
  'libc',
  'funding',
  'hasInstallScript',
  '_hasShrinkwrap',
]

function versionOf(input: PackumentInput, row: PackumentVersion): Document {
  const { _dist, ...manifest } = row.manifest
  return { ...manifest, dist: distOf(input, row), ...deprecation(row) }
}

function abbreviate(input: PackumentInput, row: PackumentVersion): Document {
  return { ...pick(row.manifest, installFields), dist: distOf(input, row), ...deprecation(row) }
}

function distOf(input: PackumentInput, row: PackumentVersion): Document {
  const told = row.manifest['_dist']
  return {
    ...(row.sha512 !== '' && { integrity: `sha512-${row.sha512}` }),
    ...(row.sha1 !== '' && { shasum: row.sha1 }),
    tarball: `${input.tarballBase}/${row.path}`,
    ...(isObject(told) && pick(told, ['fileCount', 'unpackedSize', 'signatures'])),
    ...(isObject(told) && attestationsOf(input, told['attestations'])),
  }
}

/** npm appends the path of their address to the address of the registry: the path stays, the server becomes ours. */
function attestationsOf({ tarballBase }: PackumentInput, told: unknown): Document {
  const address = isObject(told) && typeof told['url'] === 'string' ? URL.parse(told['url']) : null
  if (!isObject(told) || !address) return {}
  const origin = URL.parse(tarballBase)?.origin ?? ''
  return { attestations: { ...told, url: `${origin}${address.pathname}` } }
}

const deprecation = (row: PackumentVersion) => (row.deprecated ? { deprecated: row.deprecated } : {})

/** fromEntries defines what it is given, so that a tag called `__proto__` is a key like any other. */
const distTags = (input: PackumentInput) =>
  Object.fromEntries(input.tags.map(({ tag, version }) => [tag, version]))

function timesOf(input: PackumentInput, sorted: readonly PackumentVersion[]): Document {
  return {
    created: input.createdAt,
    modified: input.modifiedAt,
    ...Object.fromEntries(sorted.map(({ version, createdAt }) => [version, createdAt])),
  }
}

function latestOf(input: PackumentInput, sorted: readonly PackumentVersion[]): PackumentVersion | undefined {
  const tagged = input.tags.find(({ tag }) => tag === 'latest')?.version
  return sorted.find(({ version }) => version === tagged) ?? sorted.at(-1)
}

function pick(from: Readonly<Document>, fields: readonly string[]): Document {
  const picked: Document = {}
  for (const field of fields) if (from[field] !== undefined) picked[field] = from[field]
  return picked
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
