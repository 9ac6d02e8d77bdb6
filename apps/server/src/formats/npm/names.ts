// Names, versions, tags and paths as npm writes them. Everything that becomes part of a path passes through here.
import validateName from 'validate-npm-package-name'
import { badRequest, quote } from '../../platform/errors.ts'
import { lazily } from '../../platform/lazily.ts'

const semver = lazily<typeof import('semver')>('semver')

export interface TarballPlace {
  name: string
  /** The last segment, e.g. `left-pad-1.3.0.tgz`. */
  file: string
}

/** Returns the name, or refuses it with a sentence. */
export function checkPackageName(name: unknown): string {
  if (typeof name !== 'string')
    throw badRequest('The package has no name. Give it one in package.json.', 'name')
  const problem = problemOfName(name)
  if (problem) throw badRequest(`The package name ${quote(name)} is not allowed: ${problem}.`, 'name')
  return name
}

/**
 * Returns the version without build metadata, which is how npm publishes it. A leading `v` or `=` is refused: clients
 * disagree about what such a version is called.
 */
export function checkVersion(version: unknown): string {
  const known = typeof version === 'string' ? semver().valid(version) : null
  if (known !== null && (version === known || String(version).startsWith(`${known}+`))) return known
  const shown = typeof version === 'string' ? quote(version) : 'of package.json'
  throw badRequest(
    `The version ${shown} is not a semantic version. Write it like 1.2.3 or 1.2.3-beta.1.`,
    'version',
  )
}

/** Returns the tag, or refuses it. A tag that reads as a version or range could never be installed by its name. */
export function checkTag(tag: unknown): string {
  if (typeof tag !== 'string' || tag === '') throw badRequest('The tag has no name.', 'tag')
  const problem = problemOfTag(tag)
  if (problem)
    throw badRequest(`The tag ${quote(tag)} is not allowed: ${problem}. Choose another name.`, 'tag')
  return tag
}

export const unscopedName = (name: string) => name.slice(name.indexOf('/') + 1)

export const tarballFile = (name: string, version: string) => `${unscopedName(name)}-${version}.tgz`

/** Where a version's tarball is kept in a repository. */
export const tarballPath = (name: string, version: string) => `${name}/-/${tarballFile(name, version)}`

/**
 * Reads `name/-/file.tgz`, `@scope/name/-/file.tgz` and `@scope/name/-/@scope/file.tgz`, which is what npm writes
 * into the documents it publishes and where other clients upload to. Undefined for any other path.
 */
export function splitTarballPath(path: string): TarballPlace | undefined {
  const [, name, scope, innerScope, file] = tarballPattern.exec(path) ?? []
  if (name === undefined || file === undefined) return undefined
  if (innerScope !== undefined && innerScope !== scope) return undefined
  return { name, file }
}

/** Ascending; what is no version comes before all versions, so that it never counts as the latest. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [semver().parse(a), semver().parse(b)]
  if (left && right) return semver().compareBuild(left, right) || compareText(a, b)
  if (left) return 1
  if (right) return -1
  return compareText(a, b)
}

/** The same order for many: each is parsed once. */
export function sortByVersion<Item extends { version: string }>(items: readonly Item[]): Item[] {
  const parsed = items.map((item) => ({ item, version: semver().parse(item.version) }))
  parsed.sort((a, b) =>
    a.version && b.version
      ? semver().compareBuild(a.version, b.version)
      : compareVersions(a.item.version, b.item.version),
  )
  return parsed.map(({ item }) => item)
}

const tarballPattern = /^((?:(@[^/]+)\/)?[^/@][^/]*)\/-\/(?:(@[^/]+)\/)?([^/]+\.tgz)$/

function problemOfName(name: string): string | undefined {
  const { errors = [], warnings = [] } = validateName(name)
  // Packages such as `events` and `buffer` are real, whatever Node ships under the same name.
  const problems = [...errors, ...warnings].filter((problem) => !problem.endsWith('is a core module name'))
  // The library looks at the part behind the scope only, yet the scope becomes a folder too.
  if (name.startsWith('@.')) problems.push('the scope cannot start with a period')
  return problems[0]
}

function problemOfTag(tag: string): string | undefined {
  // Nearly every tag is such a word; finding out that it is no range costs more than the rest of a small publish.
  if (/^[a-uwyz][a-z]{1,50}$/.test(tag)) return undefined
  if (tag.length > 214) return 'it is longer than 214 characters'
  if (semver().validRange(tag) !== null) return 'it reads as a version or a range of versions'
  if (!/^[\w.~-]+$/.test(tag)) return 'only letters, digits and - _ . ~ may be used'
  if (/^\.+$/.test(tag)) return 'it consists of dots'
  return undefined
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
