// Whether files are still what something was made from. Names, sizes and times decide in a few
// milliseconds; contents are read only when those differ, as after a fresh clone or a branch switch.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ folder: string, paths: string[] }} Sources paths are relative to the folder, so that a moved checkout stays current */
/** @typedef {{ stats: string, contents: string }} Fingerprint */

const skipped = new Set(['node_modules', 'dist', 'dist-new', 'dist-old', '.vite'])

/**
 * @param {Sources} sources
 * @param {string} marker a file that holds a fingerprint
 */
export function isCurrent(sources, marker) {
  const built = readMarker(marker)
  if (!built) return false
  const files = listFiles(sources)
  if (statsOf(sources.folder, files) === built.stats) return true
  if (contentsOf(sources.folder, files) !== built.contents) return false
  refreshMarker(marker, sources)
  return true
}

/**
 * To be taken before building and written after: a file changed meanwhile then counts as a change.
 * @param {Sources} sources
 * @returns {Fingerprint}
 */
export function fingerprint(sources) {
  const files = listFiles(sources)
  return { stats: statsOf(sources.folder, files), contents: contentsOf(sources.folder, files) }
}

/**
 * @param {string} marker
 * @param {Fingerprint} taken
 */
export function writeMarker(marker, taken) {
  writeFileSync(marker, JSON.stringify(taken))
}

/**
 * Only makes the next look quicker, so a folder that cannot be written is no reason to fail.
 * @param {string} marker
 * @param {Sources} sources
 */
function refreshMarker(marker, sources) {
  try {
    writeMarker(marker, fingerprint(sources))
  } catch {
    // The contents are compared again next time.
  }
}

/**
 * @param {string} marker
 * @returns {Fingerprint | undefined}
 */
function readMarker(marker) {
  if (!existsSync(marker)) return undefined
  try {
    return JSON.parse(readFileSync(marker, 'utf8'))
  } catch {
    // Half written by an interrupted build: as good as none.
    return undefined
  }
}

/**
 * @param {Sources} sources
 * @returns {string[]}
 */
function listFiles({ folder, paths }) {
  return paths.flatMap((path) => {
    const absolute = join(folder, path)
    if (!existsSync(absolute)) return []
    if (!statSync(absolute).isDirectory()) return [path]
    const names = readdirSync(absolute).filter((name) => !skipped.has(name))
    return listFiles({ folder, paths: names.sort().map((name) => join(path, name)) })
  })
}

/**
 * @param {string} folder
 * @param {string[]} files
 */
function statsOf(folder, files) {
  const digest = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs } = statSync(join(folder, file))
    digest.update(`${file}\0${size}\0${mtimeMs}\n`)
  }
  return digest.digest('hex')
}

/**
 * @param {string} folder
 * @param {string[]} files
 */
function contentsOf(folder, files) {
  const digest = createHash('sha256')
  for (const file of files) {
    const bytes = readFileSync(join(folder, file))
    digest.update(`${file}\0${bytes.length}\n`).update(bytes)
  }
  return digest.digest('hex')
}
