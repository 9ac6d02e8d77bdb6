// Looks inside a tarball without unpacking it: to its end, so that a damaged one is noticed, and never further than
// the limits, so that a bomb is not. Links are not followed, and nothing is written anywhere.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, gunzipSync } from 'node:zlib'
import { badRequest, quote } from '../../platform/errors.ts'
import { isDeeperThan, isObject, reasonOf } from './json.ts'
import { walkTar, type Taker, type TarEntry, type TarWalk } from './tar-walk.ts'
import { damaged, notGzip, refused } from './tarball-errors.ts'

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
}

export interface TarballLimits {
  expandedBytes: number
  /** Expanded over compressed, from `ratioFrom` expanded bytes on. */
  ratio: number
  ratioFrom: number
  entries: number
}

export async function readTarball(
  file: { read(): Readable; size: number },
  limits: TarballLimits = standardLimits,
): Promise<TarballContents> {
  const small = file.size <= smallCompressed ? expandSmall(await readWhole(file.read())) : undefined
  const inspection = inspect(limits)
  if (small) inspection.expand(small, file.size)
  else await expandLarge(file, inspection)
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
/** Up to here one call on the main thread costs less than a stream through the thread pool. */
const smallCompressed = 256 << 10
const smallExpanded = 2 << 20
const pieceSize = 64 << 10

interface Inspection {
  /** Takes the next expanded bytes; false when a limit is reached and no more are wanted. */
  expand(bytes: Buffer, compressedSize: number): boolean
  finish(): TarballContents
}

function inspect(limits: TarballLimits): Inspection {
  let packageJson: Buffer | undefined
  let readme: { rank: number; text: string } | undefined
  const seen = { fileCount: 0, unpackedSize: 0, hasShrinkwrap: false, hasGypFile: false }
  let packageJsonEntries = 0
  let expanded = 0
  let entries = 0
  let isStopped = false
  const walk: TarWalk = walkTar(visit)
  return { expand, finish }

  function expand(bytes: Buffer, compressedSize: number): boolean {
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
    return collect(Math.min(size, largestReadme), (bytes) => (readme = { rank, text: readText(bytes) }))
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

/** Streaming mode leaves out a character that was cut in half at the end. */
const readText = (bytes: Buffer) => new TextDecoder().decode(bytes, { stream: true })

function parsePackageJson(bytes: Buffer): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    throw badRequest(`The package.json in the tarball is not valid JSON: ${reasonOf(error)}.`)
  }
  if (!isObject(value)) throw badRequest('The package.json in the tarball is not a JSON object.')
  if (isDeeperThan(value, deepestPackageJson))
    throw badRequest(`The package.json in the tarball is nested deeper than ${deepestPackageJson} levels.`)
  return value
}

async function readWhole(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = await stream.toArray()
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

/** Undefined when it expands to more than is good to hold at once. */
function expandSmall(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: smallExpanded, chunkSize: pieceSize })
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw explain(error)
  }
}

async function expandLarge(
  file: { read(): Readable; size: number },
  inspection: Inspection,
): Promise<void> {
  let isStopped = false
  try {
    await pipeline(file.read(), createGunzip({ chunkSize: pieceSize }), async (expanded) => {
      for await (const bytes of expanded) {
        isStopped = !inspection.expand(bytes, file.size)
        if (isStopped) return
      }
    })
  } catch (error) {
    // Leaving early closes the streams before their end, which is what we want.
    if (!isStopped) throw explain(error)
  }
}

/** zlib's own complaints are about the file; anything else is not the client's fault. */
function explain(error: unknown): unknown {
  if (!codeOf(error).startsWith('Z_')) return error
  const reason = reasonOf(error)
  return reason === 'incorrect header check' ? notGzip() : damaged(reason)
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
