// Programs that tests need and npm does not bring. Installed as Debian packages when that is
// possible; otherwise the sentence says what is missing. Nothing is skipped.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { machineEnv, root } from './node.mjs'
import { Problem } from './problem.mjs'
import { runWithProgress } from './progress.mjs'

/** @type {{ package: string, isThere: () => boolean, hasSubstitute?: () => boolean }[]} */
const programs = [
  {
    package: 'chromium-headless-shell',
    isThere: () => onPath('chromium-headless-shell'),
    // The whole browser does as well, at half as much cost again.
    hasSubstitute: () => onPath('chromium'),
  },
  { package: 'postgresql', isThere: () => onPath('initdb') || hasPostgresServer() },
  // Debian keeps it where only root's PATH leads.
  { package: 'nginx-light', isThere: () => onPath('nginx') || existsSync('/usr/sbin/nginx') },
  { package: 'slapd', isThere: () => onPath('slapd') || existsSync('/usr/sbin/slapd') },
  { package: 'openssh-client', isThere: () => onPath('ssh') && onPath('ssh-keygen') && onPath('sftp') },
  { package: 'strace', isThere: () => onPath('strace') },
  { package: 'python3-pip', isThere: () => spawnSync('python3', ['-m', 'pip', '--version']).status === 0 },
  { package: 'maven', isThere: () => onPath('mvn') },
  { package: 'default-jdk-headless', isThere: () => onPath('javac') },
]

/** @param {ReadonlySet<string>} needs */
export async function ensureDebianPackages(needs) {
  const needed = programs.filter((program) => needs.has(program.package))
  const missing = absent(needed)
  if (missing.length === 0) return
  try {
    await install(missing)
    if (absent(needed).length > 0) throw new Problem(explain(absent(needed)))
  } catch (error) {
    const isBearable = absent(needed.filter(({ hasSubstitute }) => !hasSubstitute?.())).length === 0
    if (!(error instanceof Problem && isBearable)) throw error
  }
}

/** @param {string[]} missing */
async function install(missing) {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) throw new Problem(explain(missing))
  await aptGet('Reading the package lists', 'Package lists read', ['update'])
  const args = ['install', '-y', '--no-install-recommends', ...missing]
  await aptGet(`Installing ${missing.join(', ')}`, `${missing.join(', ')} installed`, args)
}

/** @param {typeof programs} needed */
function absent(needed) {
  return needed.filter(({ isThere }) => !isThere()).map((program) => program.package)
}

/**
 * @param {string} doing
 * @param {string} done
 * @param {string[]} args
 */
function aptGet(doing, done, args) {
  return runWithProgress({
    doing,
    done,
    advice: 'Install the packages by hand, then run the tests again.',
    command: 'apt-get',
    args: ['-q', ...args],
    cwd: root,
    env: { ...machineEnv(), DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** @param {string[]} missing */
function explain(missing) {
  return [
    `The tests need ${missing.join(' and ')}, which this machine does not have.`,
    `On Debian: sudo apt-get install --no-install-recommends ${missing.join(' ')}`,
  ].join('\n')
}

/** Debian keeps the server programs of PostgreSQL out of PATH. */
function hasPostgresServer() {
  const versions = '/usr/lib/postgresql'
  if (!existsSync(versions)) return false
  return readdirSync(versions).some((version) => existsSync(join(versions, version, 'bin/initdb')))
}

/** @param {string} program */
function onPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}
