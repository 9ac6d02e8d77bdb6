// Long work with a line that shows it is alive: rewritten in place on a terminal, repeated now and
// then in a log.
import { spawn } from 'node:child_process'
import { Problem } from './problem.mjs'

/**
 * Runs a program with its output held back; a failure shows the end of it and what to do.
 * @param {{ doing: string, done: string, advice: string, command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv }} work
 */
export async function runWithProgress({ doing, done, advice, command, args, cwd, env }) {
  const line = progressLine(doing)
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const keep = (/** @type {Buffer} */ chunk) => (output = (output + chunk).slice(-100_000))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const failure = await ended(child)
  line.end(failure ? undefined : done)
  if (failure) throw new Problem(`${essence(output)}\n${doing} did not work: ${failure}. ${advice}`)
}

/** @param {string} doing */
function progressLine(doing) {
  const begun = Date.now()
  const terminal = process.stdout.isTTY
  const seconds = () => `${Math.round((Date.now() - begun) / 1000)} s`
  const show = () => process.stdout.write(terminal ? `\r${doing}… ${seconds()}` : `${doing}… ${seconds()}\n`)
  process.stdout.write(terminal ? `${doing}…` : `${doing}…\n`)
  const timer = setInterval(show, terminal ? 1000 : 15_000)
  return {
    end(/** @type {string | undefined} */ done) {
      clearInterval(timer)
      if (terminal) process.stdout.write('\r\x1b[K')
      if (done) console.log(`${done} in ${seconds()}`)
    },
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string | undefined>} why it failed
 */
function ended(child) {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) => {
      resolve(code === 0 ? undefined : signal ? `stopped by ${signal}` : `exit code ${code}`)
    })
  })
}

/**
 * The beginning and the end: programs say what is wrong first or last, and much in between.
 * @param {string} text
 */
function essence(text) {
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('npm warn'))
  return lines.length <= 50 ? lines.join('\n') : [...lines.slice(0, 25), '…', ...lines.slice(-25)].join('\n')
}
