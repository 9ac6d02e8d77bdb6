// The web application, built when its sources are newer than what is there. It is built beside the
// old one and swapped in, so that a failed build leaves the old one in place.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint, isCurrent, writeMarker } from './fingerprint.mjs'
import { machineEnv, root } from './node.mjs'
import { runWithProgress } from './progress.mjs'

const web = join(root, 'apps/web')
const marker = '.built-from'

const sources = {
  folder: root,
  paths: ['apps/web', 'packages/contracts', 'docs/guide', 'package-lock.json', 'tsconfig.base.json'],
}

export async function ensureWeb() {
  if (!isCurrent(sources, join(web, 'dist', marker))) await buildWeb()
}

export async function buildWeb() {
  const built = join(web, 'dist-new')
  const taken = fingerprint(sources)
  rmSync(built, { recursive: true, force: true })
  await runWithProgress({
    doing: 'Building the web application',
    done: 'Web application built',
    advice: 'The web application that was there before, if any, is untouched.',
    command: 'npm',
    args: ['run', 'build', '-w', '@bindery/web'],
    cwd: root,
    env: { ...machineEnv(), BINDERY_WEB_OUT: 'dist-new' },
  })
  writeMarker(join(built, marker), taken)
  swapIn(built)
}

/** @param {string} built */
function swapIn(built) {
  const current = join(web, 'dist')
  const old = join(web, 'dist-old')
  rmSync(old, { recursive: true, force: true })
  if (existsSync(current)) renameSync(current, old)
  renameSync(built, current)
  rmSync(old, { recursive: true, force: true })
}
