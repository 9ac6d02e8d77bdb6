// The server as people run it, in a process of its own that can be killed at any moment.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ServerOptions {
  home: string
  port: number
  password: string
  databaseUrl?: string
  /** A program that runs it, with its arguments. */
  under?: readonly string[]
}

const program = join(import.meta.dirname, '..', '..', 'apps', 'server', 'src', 'main.ts')
const stopLimitMs = 20_000

export class ServerProcess {
  readonly #child: ChildProcess
  readonly #origin: string
  readonly #startedAt = performance.now()
  #output = ''
  #isEndWanted = false

  constructor(options: ServerOptions) {
    this.#origin = `http://127.0.0.1:${options.port}`
    const [command = process.execPath, ...args] = [
      ...(options.under ?? []),
      process.execPath,
      program,
      'serve',
    ]
    this.#child = spawn(command, args, {
      env: { ...process.env, ...environmentOf(options) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-20_000)
      })
    }
    process.once('exit', this.#killWithUs)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Set when the process ended although nobody asked it to. */
  get unwantedEnd(): string | undefined {
    if (this.isRunning || this.#isEndWanted) return undefined
    return `The server ended by itself (code ${this.#child.exitCode}, signal ${this.#child.signalCode}):\n${this.#output}`
  }

  /** Milliseconds from the start of the process to its first good answer; undefined when killed before. */
  async untilReady(limitMs: number): Promise<number | undefined> {
    while (this.isRunning) {
      const isReady = (await readiness(this.#origin)) === 200
      const tookMs = performance.now() - this.#startedAt
      if (tookMs - this.#queuedMs() > limitMs) {
        throw new Error(`The server was not ready within ${limitMs / 1000} s:\n${this.#output}`)
      }
      if (isReady) return tookMs
      await sleep(5)
    }
    if (this.unwantedEnd) throw new Error(this.unwantedEnd)
    return undefined
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Stops in good order; answers the exit code. */
  async stop(): Promise<number | null> {
    const late = setTimeout(() => this.#child.kill('SIGKILL'), stopLimitMs)
    await this.#end('SIGTERM')
    clearTimeout(late)
    return this.#child.exitCode
  }

  /** When it has ended by itself, with its exit code. */
  async ended(): Promise<number | null> {
    if (this.isRunning) await once(this.#child, 'exit')
    return this.#child.exitCode
  }

  // A busy machine is not the server's fault: the time that it stood in the queue for a processor is not counted.
  #queuedMs(): number {
    try {
      return Number(readFileSync(`/proc/${this.#child.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
    } catch {
      return 0
    }
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.isRunning) {
      const ended = once(this.#child, 'exit')
      this.#isEndWanted = true
      this.#child.kill(signal)
      await ended
    }
    process.off('exit', this.#killWithUs)
  }

  readonly #killWithUs = () => {
    this.#child.kill('SIGKILL')
  }
}

function environmentOf(options: ServerOptions): Record<string, string> {
  return {
    BINDERY_HOME: options.home,
    BINDERY_HOST: '127.0.0.1',
    BINDERY_PORT: String(options.port),
    BINDERY_ADMIN_PASSWORD: options.password,
    ...(options.databaseUrl === undefined ? {} : { BINDERY_DATABASE_URL: options.databaseUrl }),
  }
}

function readiness(origin: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const address = `${origin}/artifactory/api/v1/system/readiness`
    const request = get(address, { agent: false, timeout: 2000 }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(undefined))
  })
}
