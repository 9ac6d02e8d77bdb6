// Structured logs: one stream for each service, as JSON lines in <folder>/<service>.log, and for people on the console.
// Writing a line never waits and never throws; secrets are taken out on the way (log-redact.ts).
// Our own writer and not pino: rotation there runs in a worker thread with a heap of its own, and the idle budget is small.
import { join } from 'node:path'
import { ConsoleTarget, prettyLine } from './log-console.ts'
import { RotatingFile } from './log-file.ts'
import { escapeControls, redactTarget, redactText, redactValue } from './log-redact.ts'
import { LineWriter } from './log-writer.ts'

export type Level = 'debug' | 'info' | 'warn' | 'error'

export type Fields = Record<string, unknown>

export interface Log {
  debug(message: string, fields?: Fields): void
  info(message: string, fields?: Fields): void
  warn(message: string, fields?: Fields): void
  error(message: string, fields?: Fields): void
  /** The same log with fields that each line carries, such as the id of a request. */
  with(fields: Fields): Log
}

export interface RequestLine {
  /** When the reply was finished, in milliseconds since 1970. */
  at: number
  id: string
  method: string
  /** The target as the client sent it, query included. */
  target: string
  status: number
  milliseconds: number
  bytes: number
  actor: string
  address: string
}

export interface LogHub {
  /** Names are chosen by the program, never taken from a request: each is a file. */
  service(name: string): Log
  /** One line in request.log, and nowhere else. */
  request(line: RequestLine): void
  flush(): Promise<void>
  /** For the end of the process, when nothing can be awaited any more. */
  flushSync(): void
  close(): Promise<void>
}

export interface LogOptions {
  folder: string
  level: Level
  console: 'pretty' | 'json' | 'off'
  maxSize: number
  maxFiles: number
  /** Where the console is; tests pass another. */
  consoleDescriptor?: number
  now?: () => Date
}

/** Waits for all that was logged in this process; for its last moments. */
export async function flushOpenLogs(): Promise<void> {
  await Promise.all([...open].map((hub) => hub.flush()))
}

export function createLog(options: LogOptions): LogHub {
  const now = options.now ?? (() => new Date())
  const writers = new Map<string, LineWriter>()
  let isClosed = false
  const descriptor = options.consoleDescriptor ?? 1
  const screen = options.console === 'off' ? undefined : new LineWriter(new ConsoleTarget(descriptor))
  const hasColour = descriptor === 1 && process.stdout.isTTY && !process.env['NO_COLOR']

  const writerOf = (service: string): LineWriter => {
    const existing = writers.get(service)
    if (existing) return existing
    const created = new LineWriter(new RotatingFile(join(options.folder, `${service}.log`), options), {
      onDrop: (error) => screen?.write(droppingLine(now(), service, error, options.console === 'json')),
      droppedLine: (count) => jsonLine(now(), 'warn', 'log', 'Log lines were dropped', { count }),
    })
    writers.set(service, created)
    return created
  }

  const write = (level: Level, service: string, message: string, given: Fields | undefined): void => {
    // A line that comes after the end would open a file that nobody closes.
    if (isClosed || ranks[level] < ranks[options.level]) return
    const time = now()
    // redactValue answers an object with an object.
    const fields = given && (redactValue(given) as Fields)
    const text = redactText(message)
    const line = jsonLine(time, level, service, text, fields)
    writerOf(service).write(line)
    screen?.write(
      options.console === 'json'
        ? line
        : prettyLine(time.toISOString(), level, service, text, fields, hasColour),
    )
  }

  const all = () => (screen ? [...writers.values(), screen] : [...writers.values()])
  const requests = writerOf('request')
  const hub: LogHub = {
    service: (name) => serviceLog(write, name),
    request: (line) => requests.write(requestLine(line)),
    flush: async () => void (await Promise.all(all().map((writer) => writer.flush()))),
    flushSync: () => all().forEach((writer) => writer.flushSync()),
    async close() {
      open.delete(hub)
      isClosed = true
      await Promise.all(all().map((writer) => writer.close()))
    },
  }
  process.off('exit', flushAtExit).once('exit', flushAtExit)
  open.add(hub)
  return hub
}

const open = new Set<LogHub>()

const flushAtExit = () => open.forEach((hub) => hub.flushSync())

type Write = (level: Level, service: string, message: string, fields: Fields | undefined) => void

function serviceLog(write: Write, service: string, fixed?: Fields): Log {
  const at = (level: Level) => (message: string, fields?: Fields) =>
    write(level, service, message, fixed ? { ...fixed, ...fields } : fields)
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (fields) => serviceLog(write, service, { ...fixed, ...fields }),
  }
}

function jsonLine(time: Date, level: Level, service: string, message: string, fields?: Fields): string {
  const line: Fields = { time: time.toISOString(), level, service, message }
  for (const [key, value] of Object.entries(fields ?? {})) line[key in line ? `_${key}` : key] = value
  return `${escapeControls(JSON.stringify(line))}\n`
}

/**
 * Put together by hand, because at 15,000 requests a second JSON.stringify and toISOString alone
 * would cost more than all else here. Target, actor and address come from outside and need care.
 */
function requestLine(line: RequestLine): string {
  return (
    `{"time":"${timestamp(line.at)}","id":"${line.id}","method":"${line.method}","path":${quoteOutside(redactTarget(line.target))}` +
    `,"status":${line.status},"ms":${Math.round(line.milliseconds * 100) / 100},"bytes":${line.bytes}` +
    `,"actor":${quoteOutside(line.actor)},"address":${quoteOutside(line.address)}}\n`
  )
}

const plain = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

const quoteOutside = (text: string) => (plain.test(text) ? `"${text}"` : escapeControls(JSON.stringify(text)))

let second = -1
let secondText = ''

/** ISO 8601; the part down to the second is made once a second. */
function timestamp(at: number): string {
  const whole = Math.floor(at / 1000)
  if (whole !== second) {
    second = whole
    secondText = new Date(whole * 1000).toISOString().slice(0, 20)
  }
  return `${secondText}${String(Math.floor(at) % 1000).padStart(3, '0')}Z`
}

function droppingLine(time: Date, service: string, error: unknown, isJson: boolean): string {
  const message = `The log of ${service} cannot be written; its lines are dropped until it can`
  // redactValue answers an object with an object.
  const fields = redactValue({ error }) as Fields
  return isJson
    ? jsonLine(time, 'error', 'log', message, fields)
    : prettyLine(time.toISOString(), 'error', 'log', message, fields, false)
}

const ranks: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 }
