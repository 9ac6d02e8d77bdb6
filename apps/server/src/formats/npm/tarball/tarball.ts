// Looks inside a tarball without unpacking it: to its end, so that a damaged one is noticed, and never further than
// the limits, so that a bomb is not. Links are not followed, and nothing is written anywhere.
import { badRequest, quote } from '../../../platform/errors.ts'
import { expandGzip, type GzipFile } from './gzip.ts'
import { isDeeperThan, isObject, reasonOf } from '../json.ts'
import { walkTar, type Taker, type TarEntry, type TarWalk } from './tar-walk.ts'
import { refused } from './tarball-errors.ts'

export interface TarballContents {
  packageJson: Record<string, unknown>
  readme: string | null
  fileCount: number
  unpackedSize: number
  hasShrinkwrap: boolean
  /** Whether npm would run node-gyp for it: a `*.gyp` beside package.json. */
  hasGypFile: boolean
  /** A limit was reached behind package.json: counts and sizes are those of the part that was seen. */
  isTruncatedScan: boolean
  /** The paths of its files as they stand there; undefined when they were not all seen, or are too many to be held. */
  entries: string[] | undefined
}

export interface TarballLimits {
  expandedBytes: number
  /** Expanded over compressed, from `ratioFrom` expanded bytes on. */
  ratio: number
  ratioFrom: number
  entries: number
}

export async function readTarball(
  file: GzipFile,
  limits: TarballLimits = standardLimits,
): Promise<TarballContents> {
  const inspection = inspect(limits, file.size)
  await expandGzip(file, inspection.take)
  return inspection.finish()
}

export const standardLimits: TarballLimits = {
  expandedBytes: 2 * 1024 ** 3,
  ratio: 200,
  ratioFrom: 64 << 20,
  entries: 200_000,
}

const largestPackageJson = 2 << 20
const largestReadme = 512 << 10
const deepestPackageJson = 64
const mostEntries = 1000

interface Inspection {
  /** Takes the next expanded bytes; false when a limit is reached and no more are wanted. */
  take(bytes: Buffer): boolean
  finish(): TarballContents
}

function inspect(limits: TarballLimits, compressedSize: number): Inspection {
  let packageJson: Buffer | undefined
  let readme: { rank: number; text: string } | undefined
  const seen = { fileCount: 0, unpackedSize: 0, hasShrinkwrap: false, hasGypFile: false }
  let packageJsonEntries = 0
  let expanded = 0
  let entries = 0
  let isStopped = false
  const paths: string[] = []
  const walk: TarWalk = walkTar(visit)
  return { take, finish }

  function take(bytes: Buffer): boolean {
    expanded += bytes.length
    isStopped ||=
      expanded > limits.expandedBytes ||
      (expanded > limits.ratioFrom && expanded > compressedSize * limits.ratio)
    if (!isStopped) walk.push(bytes)
    return !isStopped
  }

  function visit(entry: TarEntry): Taker | undefined {
    const path = pathInside(entry.path)
    isStopped ||= ++entries > limits.entries
    if (isStopped || entry.kind !== 'file') return undefined
    seen.fileCount++
    seen.unpackedSize += entry.size
    if (paths.length < mostEntries) paths.push(entry.path)
    const name = path.toLowerCase()
    if (name === 'package.json') return takePackageJson(path, entry.size)
    if (path === 'npm-shrinkwrap.json') seen.hasShrinkwrap = true
    if (/^[^/]+\.gyp$/.test(path)) seen.hasGypFile = true
    const rank = rankOfReadme(name)
    return rank > (readme?.rank ?? 0) ? takeReadme(rank, entry.size) : undefined
  }

  function takePackageJson(path: string, size: number): Taker | undefined {
    // On some file systems the second would overwrite the first, also when only the case differs.
    if (packageJsonEntries++ > 0) throw refused('it holds more than one package.json')
    if (size > largestPackageJson) throw refused('its package.json is larger than 2 MiB')
    return path === 'package.json' ? collect(size, (bytes) => (packageJson = bytes)) : undefined
  }

  function takeReadme(rank: number, size: number): Taker {
    readme = { rank, text: '' }
    const isCut = size > largestReadme
    return collect(isCut ? largestReadme : size, (bytes) => (readme = { rank, text: readText(bytes, isCut) }))
  }

  function finish(): TarballContents {
    if (!isStopped) walk.end()
    if (!packageJson)
      throw refused(
        isStopped
          ? 'it expands beyond the limits before its package.json comes'
          : 'there is no package.json in its first folder',
      )
    return {
      packageJson: parsePackageJson(packageJson),
      readme: readme?.text || null,
      ...seen,
      isTruncatedScan: isStopped,
      entries: isStopped || seen.fileCount > paths.length ? undefined : paths,
    }
  }
}

/** What remains below the first folder, whatever that is called: npm cuts off exactly one level. */
function pathInside(path: string): string {
  const segments = path.replaceAll('\\', '/').split('/')
  if (segments[0] === '' || /^[a-z]:/i.test(path) || segments.includes('..') || path.includes('\0'))
    throw refused(`the path ${quote(path)} leads out of the package`)
  return segments
    .slice(1)
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/')
}

function rankOfReadme(name: string): number {
  if (name === 'readme.md') return 4
  if (/^readme\.(?:md|markdown)$/.test(name)) return 3
  if (name === 'readme') return 2
  return /^readme\.[^/]*$/.test(name) ? 1 : 0
}

/** Gathers the first `size` bytes of an entry and hands them over once. */
function collect(size: number, done: (bytes: Buffer) => void): Taker {
  const gathered = Buffer.allocUnsafe(size)
  let length = 0
  if (size === 0) done(gathered)
  return (bytes) => {
    if (length === size) return
    length += bytes.copy(gathered, length)
    if (length === size) done(gathered)
  }
}

/** Streaming mode leaves out a character that was cut in half at the end; PostgreSQL takes no NUL in a text. */
const readText = (bytes: Buffer, isCut: boolean) =>
  (isCut ? new TextDecoder().decode(bytes, { stream: true }) : decoder.decode(bytes)).replaceAll(
    '\0',
    '\uFFFD',
  )

const decoder = new TextDecoder()

function parsePackageJson(bytes: Buffer): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(bytes))
  } catch (error) {
    throw badRequest(`The package.json in the tarball is not valid JSON: ${reasonOf(error)}.`)
  }
  if (!isObject(value)) throw badRequest('The package.json in the tarball is not a JSON object.')
  if (isDeeperThan(value, deepestPackageJson))
    throw badRequest(`The package.json in the tarball is nested deeper than ${deepestPackageJson} levels.`)
  return value
}
