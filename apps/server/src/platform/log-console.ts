import { write, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { LogTarget } from './log-writer.ts'
import { escapeControls } from './log-redact.ts'
import type { Level } from './log.ts'

/**
 * The console. Not process.stdout, whose writes to terminals and pipes wait for the reader:
 * a paused terminal must not stop the server.
 */
export class ConsoleTarget implements LogTarget {
  readonly #descriptor: number

  constructor(descriptor = 1) {
    this.#descriptor = descriptor
  }

  async write(bytes: Buffer): Promise<void> {
    let done = 0
    while (done < bytes.length) done += await this.#writeSome(bytes, done)
  }

  writeSync(bytes: Buffer): void {
    writeSync(this.#descriptor, bytes)
  }

  async close(): Promise<void> {
    // The console belongs to whoever started the process.
  }

  async #writeSome(bytes: Buffer, from: number): Promise<number> {
    try {
      return (await writeToDescriptor(this.#descriptor, bytes, from)).bytesWritten
    } catch (error) {
      // A console that was handed over non-blocking says that its reader is behind.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
      await wait(20)
      return 0
    }
  }
}

/** `12:03:55.120 info  access  Signed in  user=ada` */
export function prettyLine(
  time: string,
  level: Level,
  service: string,
  message: string,
  fields: Record<string, unknown> | undefined,
  hasColour: boolean,
): string {
  const paint = hasColour ? colours : noColours
  // What has no value is left out, as in the file.
  const pairs = Object.entries(fields ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${paint.key}${key}=${paint.end}${show(value)}`)
  const head = `${paint.key}${time.slice(11, 23)}${paint.end} ${paint[level]}${level.padEnd(5)}${paint.end} ${service}`
  return `${head}  ${escapeControls(message)}${pairs.length > 0 ? `  ${pairs.join(' ')}` : ''}\n`
}

function show(value: unknown): string {
  if (isErrorLike(value)) return quoteIfNeeded(chainOf(value))
  return quoteIfNeeded(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Stacks stay in the file; on the console the messages of the error and of its causes are enough. */
function chainOf(error: { message: string; cause?: unknown }): string {
  return isErrorLike(error.cause) ? `${error.message} ← ${chainOf(error.cause)}` : error.message
}

function isErrorLike(value: unknown): value is { message: string; cause?: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'stack' in value &&
    'message' in value &&
    typeof value.message === 'string'
  )
}

const quoteIfNeeded = (text: string) =>
  escapeControls(/[\s"=]/.test(text) && !/^[[{]/.test(text) ? JSON.stringify(text) : text)

const writeToDescriptor = promisify(write)

const colours = {
  key: '\u001b[2m',
  end: '\u001b[0m',
  debug: '\u001b[2m',
  info: '\u001b[32m',
  warn: '\u001b[33m',
  error: '\u001b[31m',
}

const noColours = { key: '', end: '', debug: '', info: '', warn: '', error: '' }
