// One life of the server after another: started, checked, given work, killed at a moment left to chance.
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../../apps/server/src/platform/blobs/folders.ts'
import { checkFile, checkPackage, checkTarball } from './check.ts'
import type { Random } from './random.ts'
import { missingKinds, type Run } from './run.ts'
import { type ServerOptions, ServerProcess } from './server-process.ts'

export const startLimitMs = 10_000

const spotChecks = 6
// Moments that wait for something to happen give up after this, so that a life always ends.
const longestLifeMs = 5000
const longestLastLifeMs = 60_000

type Moment = 'while starting' | 'at some time' | 'right after an answer' | 'during an upload'

export interface LifePlan {
  meanMs: number
  /** The last life always does some work, so that a short test has something to check, too. */
  isLast: boolean
  /** Nor does it end before each of these was acknowledged once. */
  kinds?: readonly string[]
}

export async function liveAndDie(
  run: Run,
  options: ServerOptions,
  random: Random,
  plan: LifePlan,
): Promise<void> {
  const moment = plan.isLast ? 'right after an answer' : chooseMoment(run, random)
  const leftovers = await listTemporary(options.home)
  const server = new ServerProcess(options)
  if (moment === 'while starting') {
    await sleep(random.next() * 1.1 * run.lastStartMs)
  } else {
    await becomeReady(run, server)
    if (options.databaseUrl === undefined) await checkSweep(run, options.home, leftovers)
    await checkSome(run, random)
    const theMoment = untilMoment(run, server, moment, random, plan)
    run.gate.open()
    await theMoment
  }
  run.gate.close()
  if (server.unwantedEnd) run.problems.push(server.unwantedEnd)
  await server.kill()
  run.client.reset()
  run.counts.kills += 1
  run.counts.killsByMoment[moment] = (run.counts.killsByMoment[moment] ?? 0) + 1
}

export async function becomeReady(run: Run, server: ServerProcess): Promise<void> {
  const took = await server.untilReady(startLimitMs)
  run.counts.starts += 1
  if (took === undefined) return
  run.lastStartMs = took
  run.counts.slowestStartMs = Math.max(run.counts.slowestStartMs, Math.round(took))
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port')
  return address.port
}

function chooseMoment(run: Run, random: Random): Moment {
  // The first lives end while the database is being made.
  if (run.counts.kills < 2) return 'while starting'
  const chance = random.next()
  if (chance < 0.15) return 'while starting'
  if (chance < 0.55) return 'at some time'
  return chance < 0.8 ? 'right after an answer' : 'during an upload'
}

async function untilMoment(run: Run, server: ServerProcess, moment: Moment, random: Random, plan: LifePlan) {
  if (moment === 'at some time') {
    return sleep(Math.min(-Math.log(1 - random.next()) * plan.meanMs, longestLifeMs))
  }
  const event = moment === 'right after an answer' ? 'acknowledged' : 'halfSent'
  let left = random.between(plan.isLast ? 30 : 1, 60)
  const happened = new Promise<void>((resolve) => {
    run.moments[event] = () => {
      left -= 1
      if (left > 0 || missingKinds(run, plan.kinds).length > 0) return
      // Killed here and not by whoever awaits this: a turn of the event loop later is another moment.
      void server.kill()
      resolve()
    }
  })
  const longest = plan.isLast ? longestLastLifeMs : longestLifeMs
  await Promise.race([happened, sleep(longest, undefined, { ref: false })])
  run.moments[event] = () => {}
}

// What an upload left behind when it was killed must be gone after the next start.
async function checkSweep(run: Run, home: string, leftovers: string[]): Promise<void> {
  const there = new Set(await listTemporary(home))
  const kept = leftovers.filter((name) => there.has(name))
  if (kept.length > 0) run.problems.push(`Temporary files survived a start: ${kept.join(', ')}`)
}

async function listTemporary(home: string): Promise<string[]> {
  return readdir(temporaryFolder(join(home, 'blobs'))).catch(() => [])
}

async function checkSome(run: Run, random: Random): Promise<void> {
  const { files, packages } = run.ledger
  for (const [path, owed] of files) if (owed.pending) await checkFile(run, path)
  for (const [name, owed] of packages) if (owed.pending) await checkPackage(run, name)
  for (let count = 0; count < spotChecks; count++) {
    if (files.size > 0) await checkFile(run, random.pick([...files.keys()]))
    if (packages.size > 0) await checkOneVersion(run, random)
  }
}

async function checkOneVersion(run: Run, random: Random): Promise<void> {
  const [name, owed] = random.pick([...run.ledger.packages])
  await checkPackage(run, name)
  const versions = Object.entries(owed.settled.versions)
  if (versions.length === 0) return
  const [version, tarball] = random.pick(versions)
  await checkTarball(run, name, version, tarball)
}
