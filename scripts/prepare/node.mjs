// The pinned Node: every command ends up on it, whatever Node the machine has.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from './problem.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const pinnedNode = join(root, 'node_modules/node/bin/node')

const compileCache = join(root, 'node_modules/.cache/compile')

/**
 * How the server is run. Requests leave nothing behind, so a small nursery costs no speed and keeps some 30 MB free.
 */
export const serverArguments = [
  '--max-semi-space-size=8',
  // So that the server can give memory back when it has nothing to do: it calls the C library for that.
  '--expose-gc',
  '--disable-warning=ExperimentalWarning',
  join(root, 'apps/server/src/main.ts'),
  'serve',
]

/**
 * Fewer arenas of the C library: each thread would keep one of its own, some 40 MB in all. And large pieces go back to the
 * system when they are freed: left alone, the library keeps up to 20 MB after the first password was hashed.
 */
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_COMPILE_CACHE: compileCache,
}

/** @param {string[]} args */
export function becomeServer(args) {
  become([...serverArguments, ...args], serverEnvironment)
}

/**
 * Runs a file on the pinned Node and resolves with its exit code.
 * @param {string} file relative to the root
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>}
 */
export function runPinned(file, args, env = {}) {
  return follow(spawn(pinnedNode, [join(root, file), ...args], { stdio: 'inherit', env: pinnedEnv(env) }))
}

/**
 * Replaces this process where Node can do that (22.15 and later), so that no idle parent stays in
 * memory and signals go straight to the server; older ones keep a parent that passes signals on.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [extra]
 */
function become(args, extra = {}) {
  if (!existsSync(pinnedNode)) throw new Problem(`${pinnedNode} is missing. Run npm install, then try again.`)
  const env = pinnedEnv(extra)
  if (process.execve) process.execve(pinnedNode, [pinnedNode, ...args], env)
  const child = spawn(pinnedNode, args, { stdio: 'inherit', env })
  void follow(child).then((code) => process.exit(code))
}

/**
 * PATH without this project's own programs: npm must run on the machine's Node, because it replaces
 * the pinned one while it installs.
 */
export function machineEnv() {
  const own = join(root, 'node_modules')
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.startsWith(own))
  return { ...process.env, PATH: path.join(delimiter) }
}

/** @param {NodeJS.ProcessEnv} env */
function pinnedEnv(env) {
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`
  return { NODE_COMPILE_CACHE: compileCache, ...process.env, PATH: path, ...env }
}

/**
 * Waits for a child, and passes on what asks us to end.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function follow(child) {
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    // A terminal sends Ctrl+C to the whole group: the child has it already.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, pass)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      process.off('SIGINT', pass).off('SIGTERM', pass)
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
}
