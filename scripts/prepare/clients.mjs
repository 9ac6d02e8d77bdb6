// Client programs that tests drive, each in the version that tests/clients pins. They are apart from our own packages, so that
// nobody who only starts the server installs them. Where pip and Maven fetch from is what the machine is set up for.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { machineEnv, root } from './node.mjs'
import { ensureInstalled } from './packages.mjs'
import { runWithProgress } from './progress.mjs'

const clients = join(root, 'tests/clients')

/** What pip and Maven fetched. Not in the checkout, so that a fresh clone on the same machine finds it again. */
export const fetched = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'bindery-clients')

export async function ensureClients() {
  await ensureInstalled(clients, [], 'Installing client programs', 'Client programs installed')
  await ensureFetched('python', join(clients, 'python/requirements.txt'), fetchPython)
  await ensureFetched('maven', join(clients, 'maven/project/pom.xml'), fetchMaven)
}

/**
 * @param {string} name
 * @param {string} pins the file that says what is wanted
 * @param {(folder: string, pins: string) => Promise<void>} fetch
 */
async function ensureFetched(name, pins, fetch) {
  const folder = join(fetched, name)
  const marker = join(folder, '.fetched-for')
  const wanted = createHash('sha256').update(readFileSync(pins)).digest('hex')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  await fetch(fresh, pins)
  writeFileSync(join(fresh, '.fetched-for'), wanted)
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
}

/**
 * @param {string} folder
 * @param {string} pins
 */
function fetchPython(folder, pins) {
  return runWithProgress({
    doing: 'Fetching Python packages',
    done: 'Python packages fetched',
    advice: 'Look at what pip says above (often the network or its index setting), then try again.',
    command: 'python3',
    args: ['-m', 'pip', 'install', '--no-deps', '--target', folder, '-r', pins],
    cwd: root,
    env: machineEnv(),
  })
}

/**
 * Builds the project once as the test will, without telling any server about it, so that every plug-in is there.
 * @param {string} folder
 */
async function fetchMaven(folder) {
  const project = join(folder, '.project')
  cpSync(join(clients, 'maven/project'), project, { recursive: true })
  await runWithProgress({
    doing: 'Fetching Maven plug-ins',
    done: 'Maven plug-ins fetched',
    advice: 'Look at what Maven says above (often the network or its settings), then try again.',
    command: 'mvn',
    args: [
      '-B',
      '-ntp',
      `-Dmaven.repo.local=${folder}`,
      '-Dmaven.artifact.threads=10',
      '-Dpublish=false',
      'deploy',
    ],
    cwd: project,
    env: machineEnv(),
  })
  rmSync(project, { recursive: true })
}
