import { execFileSync } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createLog, type LogOptions, type RequestLine } from './log.ts'

const root = mkdtempSync(join(tmpdir(), 'bindery-log-'))
let folder = ''

beforeEach(() => {
  folder = join(mkdtempSync(join(root, 'case-')), 'log')
})

afterAll(() => rmSync(root, { recursive: true }))

const create = (options: Partial<LogOptions> = {}) =>
  createLog({ folder, level: 'info', console: 'off', maxSize: 1 << 20, maxFiles: 3, ...options })

const linesOf = (name: string): Record<string, unknown>[] =>
  readFileSync(join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const request = (change: Partial<RequestLine> = {}): RequestLine => ({
  at: Date.UTC(2027, 0, 2, 3, 4, 5, 67),
  id: '0123456789abcdef',
  method: 'GET',
  target: '/artifactory/generic-local/a.txt',
  status: 200,
  milliseconds: 1.2345,
  bytes: 10,
  actor: 'ada',
  address: '127.0.0.1',
  ...change,
})

test('each service writes JSON lines to its own file, at its level and above', async () => {
  const hub = create({ now: () => new Date(0) })
  hub.service('access').info('Signed in', { user: 'ada', time: 'mine' })
  hub.service('access').debug('Not written')
  hub.service('artifactory').with({ requestId: 'r1' }).warn('Slow', { ms: 3 })
  await hub.close()
  expect(linesOf('access.log')).toEqual([
    {
      time: '1970-01-01T00:00:00.000Z',
      level: 'info',
      service: 'access',
      message: 'Signed in',
      user: 'ada',
      _time: 'mine',
    },
  ])
  expect(linesOf('artifactory.log')).toMatchObject([{ level: 'warn', requestId: 'r1', ms: 3 }])
})

test('a line after the end opens no file', async () => {
  const hub = create()
  hub.service('early').info('first')
  await hub.close()
  hub.service('late').info('last')
  await hub.flush()
  expect(readdirSync(folder)).toEqual(['early.log'])
})

test('the request log has one line for each request, without the secrets of its target', async () => {
  const hub = create()
  hub.request(request({ target: '/a?token=SECRETMARK', actor: 'a"\n\u001b[2Jb' }))
  hub.request(request({ status: 404 }))
  await hub.close()
  expect(linesOf('request.log')).toEqual([
    {
      time: '2027-01-02T03:04:05.067Z',
      id: '0123456789abcdef',
      method: 'GET',
      path: '/a?token=***',
      status: 200,
      ms: 1.23,
      bytes: 10,
      actor: 'a"\n\u001b[2Jb',
      address: '127.0.0.1',
    },
    expect.objectContaining({ status: 404, path: '/artifactory/generic-local/a.txt' }),
  ])
  expect(readFileSync(join(folder, 'request.log'), 'latin1')).not.toContain('\u001b')
})

test('nobody can forge a line, and only the owner may read the files', async () => {
  const hub = create()
  hub.service('access').info('Hello\n{"level":"error","message":"forged"}\u2028', { name: 'x\r\ny' })
  await hub.close()
  expect(linesOf('access.log')).toHaveLength(1)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'access.log')).mode & 0o777).toBe(0o600)
})

test('a full file is put aside, whole lines only, and the oldest goes', async () => {
  const hub = create({ maxSize: 1000, maxFiles: 3 })
  const log = hub.service('access')
  for (let number = 0; number < 100; number++) {
    log.info('A line of some length', { number })
    if (number % 7 === 0) await hub.flush()
  }
  await hub.close()
  const files = readdirSync(folder).sort()
  expect(files).toEqual(['access.1.log', 'access.2.log', 'access.log'])
  const numbers = ['access.2.log', 'access.1.log', 'access.log'].flatMap((file) =>
    linesOf(file).map((line) => line['number']),
  )
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => 100 - numbers.length + index))
  for (const file of files) expect(statSync(join(folder, file)).size).toBeLessThan(1200)
})

test('a file from before is continued', async () => {
  const first = create()
  first.service('access').info('One')
  await first.close()
  const second = create()
  second.service('access').info('Two')
  await second.close()
  expect(linesOf('access.log').map((line) => line['message'])).toEqual(['One', 'Two'])
})

async function onConsole(console: 'pretty' | 'json'): Promise<string> {
  const screen = join(root, `${console}.txt`)
  const descriptor = openSync(screen, 'a')
  const hub = create({ console, consoleDescriptor: descriptor, now: () => new Date(0) })
  hub
    .service('access')
    .info('Signed in', { user: 'ada', group: undefined, note: 'two words', password: 'SECRETMARK' })
  hub.service('access').error('Failed', { error: new Error('outer', { cause: new Error('inner') }) })
  hub.request(request())
  await hub.close()
  closeSync(descriptor)
  return readFileSync(screen, 'utf8')
}

test('the console shows lines for people, without stacks, and never requests', async () => {
  expect(await onConsole('pretty')).toBe(
    '00:00:00.000 info  access  Signed in  user=ada note="two words" password=***\n' +
      '00:00:00.000 error access  Failed  error="outer ← inner"\n',
  )
})

test('the console shows JSON for machines', async () => {
  const lines = (await onConsole('json')).trimEnd().split('\n')
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    service: 'access',
    message: 'Signed in',
    password: '***',
  })
})

test('what was logged before a sudden end of the process is in the file', () => {
  const program = `
    import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
    const hub = createLog({ folder: ${JSON.stringify(folder)}, level: 'info', console: 'off', maxSize: 1e6, maxFiles: 2 })
    hub.service('access').info('Last words')
    process.exit(3)`
  expect(() => execFileSync(process.execPath, ['--input-type=module', '-e', program])).toThrow(
    /Command failed/,
  )
  expect(linesOf('access.log')).toMatchObject([{ message: 'Last words' }])
})

test('when the disk is full, lines are dropped, said once, and counted when it works again', async () => {
  const screen = join(root, 'full.txt')
  writeFileSync(screen, '')
  const descriptor = openSync(screen, 'a')
  // A file stands where the folder should be, as good as a full disk and the same for every user.
  writeFileSync(folder, '')
  const hub = create({ console: 'pretty', consoleDescriptor: descriptor })
  for (const round of [1, 2, 3]) {
    hub.request(request({ status: 200 + round }))
    await hub.flush()
  }
  rmSync(folder)
  hub.request(request({ status: 299 }))
  await hub.flush()
  await hub.close()
  closeSync(descriptor)
  const complaints = readFileSync(screen, 'utf8')
    .split('\n')
    .filter((line) => line.includes('cannot be written'))
  expect(complaints).toHaveLength(1)
  expect(linesOf('request.log')).toMatchObject([
    { status: 299 },
    { message: 'Log lines were dropped', count: 3 },
  ])
})
