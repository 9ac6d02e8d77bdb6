// The life of the server process: start, say so, stop in good order, and never die without a word.
import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '../app.ts'
import type { Moments } from './run.ts'
import type { Config } from '../config.ts'
import { keepFailure } from './failures.ts'
import { flushOpenLogs } from '../platform/log.ts'
import { spareMemory } from '../platform/spare-memory.ts'
import { productVersion } from '../platform/version.ts'

export async function serve(config: Config, moments: Moments): Promise<void> {
  const { startApp } = await import('../app.ts')
  const starting = startApp(config)
  endOnFailure(config)
  stopOnSignals(config, starting)
  const app = await starting
  process.stdout.write(welcome(app, config))
  moments.loaded()
  spareMemory()
}

function welcome(app: App, config: Config): string {
  const [first, ...others] = app.urls.map((url) => `${url}/ui/`)
  const lines = [
    `Bindery ${productVersion}`,
    '',
    `  Open     ${first ?? app.url}`,
    ...others.map((url) => `           ${url}`),
    ...(app.ssh ? [`  SSH      port ${app.ssh.port}, host key ${app.ssh.fingerprint}`] : []),
    `  Data     ${config.home}`,
    `  Sign in  ${howToSignIn(app, config)}`,
    '',
    `Ready in ${(performance.now() / 1000).toFixed(2)} s. Press Ctrl+C to stop.`,
  ]
  return `\n${lines.join('\n')}\n\n`
}

function howToSignIn(app: App, config: Config): string {
  if (app.adminPassword !== undefined)
    return `as admin with the password ${app.adminPassword} (shown once; you will be asked to change it)`
  return config.adminPassword === undefined ? 'as admin' : 'as admin with the password you set'
}

/** How long two signals count as one: a terminal and a parent process may both pass on the same Ctrl+C. */
const sameSignal = 500

/**
 * Whoever presses Ctrl+C again does not want to wait. A supervisor that says SIGTERM again does not know better than the time
 * limit, and has SIGKILL.
 */
function stopOnSignals(config: Config, starting: Promise<App>): void {
  let firstAt: number | undefined
  const onSignal = (signal: 'SIGINT' | 'SIGTERM') => {
    if (firstAt === undefined) {
      firstAt = performance.now()
      void stop(config, starting)
    } else if (signal === 'SIGINT' && performance.now() - firstAt > sameSignal) {
      console.error('Stopped at once.')
      process.exit(130)
    }
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
}

async function stop(config: Config, starting: Promise<App>): Promise<void> {
  console.log('Stopping: running requests may finish. Ctrl+C again stops at once.')
  // close() keeps the time limit itself; this is for when it does not come back at all.
  const limit = wait(config.shutdownTimeout + 5000, 'late' as const, { ref: false })
  const closing = starting.then((app) => app.close()).then(() => 'closed' as const)
  const outcome = await Promise.race([closing, limit]).catch((error: unknown) => error)
  if (outcome === 'closed') return finish(0)
  const file = keepFailure(outcome, config, 'The stop failed')
  console.error(`Bindery did not stop in good order. The details are in ${file}.`)
  await finish(1)
}

function endOnFailure(config: Config): void {
  const onFailure = (error: unknown) => {
    const file = keepFailure(error, config, 'An unexpected error ended the process')
    console.error(`An unexpected error ended Bindery. The details are in ${file}.`)
    void finish(1)
  }
  process.once('uncaughtException', onFailure).once('unhandledRejection', onFailure)
}

async function finish(code: number): Promise<void> {
  await Promise.race([flushOpenLogs(), wait(2000)]).catch(() => undefined)
  process.exit(code)
}
