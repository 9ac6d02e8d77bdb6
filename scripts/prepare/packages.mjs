// npm packages, installed when they are missing or are not what the lock file says.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { machineEnv, root } from './node.mjs'
import { runWithProgress } from './progress.mjs'

export async function ensurePackages() {
  await ensureInstalled(root, ['node_modules/node/bin/node'], 'Installing packages', 'Packages installed')
}

/**
 * @param {string} folder
 * @param {string[]} needed files that an interrupted installation may lack
 * @param {string} doing
 * @param {string} done
 */
export async function ensureInstalled(folder, needed, doing, done) {
  if (isInstalled(folder, needed)) return
  await runWithProgress({
    doing,
    done,
    advice: 'Look at what npm says above (often the network or the registry setting), then try again.',
    command: 'npm',
    // Not `npm ci`: it refuses a lock file that leaves out binaries for other systems, as one does that was made
    // behind a mirror without them. This takes the same versions and leaves the lock file alone. Build tools and the
    // pinned Node are development packages; NODE_ENV=production must not leave them out.
    args: ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund'],
    cwd: folder,
    env: machineEnv(),
  })
  remember(folder)
}

/**
 * @param {string} folder
 * @param {string[]} needed
 */
export function isInstalled(folder, needed = []) {
  if (!needed.every((file) => existsSync(join(folder, file)))) return false
  if (read(markerOf(folder)) === lockDigest(folder)) return true
  if (!matchesLock(folder)) return false
  remember(folder)
  return true
}

/**
 * Whether npm itself, run by hand, already left exactly what the lock file asks for. npm keeps a
 * second lock file of what it put there.
 * @param {string} folder
 */
function matchesLock(folder) {
  const installed = lockedPackages(join(folder, 'node_modules/.package-lock.json'))
  if (!installed) return false
  const wanted = Object.entries(lockedPackages(join(folder, 'package-lock.json')) ?? {})
  return wanted.every(([path, { version, link, optional }]) => {
    if (!path.includes('node_modules/') || link) return true
    const found = installed[path]
    return found ? found.version === version : optional === true
  })
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, link?: boolean, optional?: boolean }> | undefined}
 */
function lockedPackages(file) {
  const text = read(file)
  return text === undefined ? undefined : JSON.parse(text).packages
}

/**
 * Only makes the next look quicker, so a folder that cannot be written is no reason to fail.
 * @param {string} folder
 */
function remember(folder) {
  try {
    writeFileSync(markerOf(folder), lockDigest(folder))
  } catch {
    // The lock files are compared again next time.
  }
}

/** @param {string} folder */
const markerOf = (folder) => join(folder, 'node_modules/.bindery-install')

/** @param {string} folder */
const lockDigest = (folder) =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')

/** @param {string} file */
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
