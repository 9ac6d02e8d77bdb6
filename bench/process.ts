// Starts one program under test on a port of its own, waits for its first good answer, stops it again.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Program {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  cwd?: string
  readyUrl: string
}

export interface Running {
  pid: number
  startMs: number
  stop(): Promise<void>
}

const startLimitMs = 60_000

export async function startProgram(program: Program): Promise<Running> {
  const started = performance.now()
  const child = spawn(program.command, program.args, {
    env: { ...process.env, ...program.env },
    ...(program.cwd ? { cwd: program.cwd } : {}),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collectOutput(child)
  const failed = once(child, 'error').then(([error]) => {
    throw new Error(`${program.name} could not be started`, { cause: error })
  })
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  await Promise.race([failed, untilReady(program, child, output, started)])
  // `pid` is set for every child that started, and this one has answered.
  const pid = child.pid as number
  const stop = async () => {
    process.off('exit', killWithUs)
    await stopChild(child)
  }
  return { pid, startMs: performance.now() - started, stop }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port')
  return address.port
}

export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (kilobytes === undefined) throw new Error(`No resident size for process ${pid}`)
  return (Number(kilobytes) * 1024) / 1e6
}

async function untilReady(program: Program, child: ChildProcess, output: string[], started: number) {
  while (performance.now() - started < startLimitMs) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${program.name} ended before it answered:\n${output.join('')}`)
    }
    if ((await statusOf(program.readyUrl)) === 200) return
    await sleep(4)
  }
  await stopChild(child)
  throw new Error(`${program.name} did not answer within ${startLimitMs / 1000} s:\n${output.join('')}`)
}

// Plain `http` and no kept connection: the probe must not leave anything behind in the measured program.
function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 1000 }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(undefined))
  })
}

// Read always, or a chatty program would block on a full pipe; only the last lines are of interest.
function collectOutput(child: ChildProcess): string[] {
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      lines.push(text)
      if (lines.length > 200) lines.shift()
    })
  }
  return lines
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(late)
}
