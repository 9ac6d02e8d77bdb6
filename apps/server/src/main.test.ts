// The program as people run it: a real process, its words, its exit code.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { isRefused } from '../../../tests/support/refused.ts'

const root = mkdtempSync(join(tmpdir(), 'bindery-main-'))
const program = join(import.meta.dirname, 'main.ts')
const running: ChildProcess[] = []
let home = ''

beforeEach(() => {
  home = join(mkdtempSync(join(root, 'case-')), 'data')
})

afterEach(async () => {
  for (const child of running.splice(0))
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
})

afterAll(() => rmSync(root, { recursive: true }))

interface Run {
  child: ChildProcess
  output(): string
  ended: Promise<{ code: number | null; output: string }>
}

function start(args: string[], env: Record<string, string> = {}, nodeArgs: string[] = []): Run {
  const child = spawn(process.execPath, [...nodeArgs, program, ...args], {
    env: {
      PATH: process.env['PATH'],
      BINDERY_HOME: home,
      BINDERY_HOST: '127.0.0.1',
      BINDERY_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let text = ''
  child.stdout.on('data', (chunk) => (text += chunk))
  child.stderr.on('data', (chunk) => (text += chunk))
  const ended = once(child, 'close').then(([code]: (number | null)[]) => ({
    code: code ?? null,
    output: text,
  }))
  return { child, output: () => text, ended }
}

async function ready(run: Run): Promise<string> {
  await expect.poll(run.output, { interval: 20 }).toContain('Ready in')
  return /Open +(http:\S+)\/ui\//.exec(run.output())?.[1] ?? ''
}

const withoutStack = (output: string) => expect(output).not.toMatch(/^\s+at .+:\d+:\d+/m)

test('a first start tells the address, the data folder and the password; a second start no password', async () => {
  const first = start([])
  const url = await ready(first)
  const password = /with the password (\S+) \(shown once/.exec(first.output())?.[1] ?? ''
  expect(first.output()).toContain(`Data     ${home}`)
  const asAdmin = { authorization: `Basic ${btoa(`admin:${password}`)}` }
  expect((await fetch(`${url}/artifactory/api/system/ping`)).status).toBe(200)
  // Right, but it has to be changed before anything else.
  const refusal = await fetch(`${url}/ui/api/v1/users`, { headers: asAdmin })
  expect(JSON.stringify(await refusal.json())).toContain('password-change-required')
  first.child.kill('SIGTERM')
  expect((await first.ended).code).toBe(0)
  const second = start(['serve'])
  await ready(second)
  expect(second.output()).toContain('Sign in  as admin\n')
})

test('a password that was set is not printed', async () => {
  const run = start([], { BINDERY_ADMIN_PASSWORD: 'SECRETMARK-1' })
  await ready(run)
  expect(run.output()).toContain('as admin with the password you set')
  expect(run.output()).not.toContain('SECRETMARK')
})

test('wrong settings are listed, without a stack', async () => {
  const { code, output } = await start(['--prot', '1'], { BINDERY_PORT: 'abc' }).ended
  expect(code).toBe(1)
  expect(output).toBe(`3 settings are wrong:
- There is no setting --prot, given on the command line. Did you mean --port?
- There is no setting 1, given on the command line. docs/configuration.md lists all settings.
- BINDERY_PORT is "abc": it must be a whole number between 0 and 65535. Given in the environment.
`)
})

test('a port that is taken is named, with a way out', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  // A listening TCP server has an address with a port.
  const { port } = blocker.address() as AddressInfo
  for (const flag of ['--port', '--ssh-port']) {
    const { code, output } = await start([flag, String(port)]).ended
    expect([code, output]).toEqual([
      1,
      `Port ${port} is taken by another program. Stop it or start with ${flag} ${port + 1}.\n`,
    ])
  }
  blocker.close()
})

test('a data folder that cannot be made or written is named', async () => {
  writeFileSync(join(root, 'file'), '')
  const behindFile = await start([], { BINDERY_HOME: join(root, 'file', 'data') }).ended
  expect(behindFile.code).toBe(1)
  expect(behindFile.output).toContain('because a file is in its way. Set BINDERY_HOME to another folder.')
  withoutStack(behindFile.output)
  const nowhere = await start([], { BINDERY_HOME: '/proc/bindery' }).ended
  expect(nowhere.code).toBe(1)
  expect(nowhere.output).toBe(
    'The data folder /proc/bindery cannot be made there. Set BINDERY_HOME to another folder.\n',
  )
  // Not even root may write there.
  const forbidden = await start([], { BINDERY_HOME: '/sys/bindery' }).ended
  expect(forbidden.code).toBe(1)
  expect(forbidden.output).toContain('/sys/bindery cannot be written. Give this user the right')
  withoutStack(forbidden.output)
})

test('an address that this machine does not have is named', async () => {
  const { code, output } = await start(['--host', '192.0.2.1']).ended
  expect(code).toBe(1)
  expect(output).toBe(
    '192.0.2.1 is not an address of this machine. Set BINDERY_HOST to one that is, or leave it out.\n',
  )
})

test('a second process on the same data folder is refused', async () => {
  const first = start([])
  await ready(first)
  const { code, output } = await start([]).ended
  expect(code).toBe(1)
  expect(output).toContain('BINDERY_HOME')
  expect(output.trim().split('\n')).toHaveLength(1)
  withoutStack(output)
})

test('data of a newer version is refused', async () => {
  const first = start(['migrate'])
  expect(await first.ended).toMatchObject({ code: 0, output: expect.stringMatching(/^Applied: /) })
  expect((await start(['migrate']).ended).output).toBe('The database is up to date.\n')
  const db = new DatabaseSync(join(home, 'bindery.db'))
  db.exec("insert into migrations (name, applied_at) values ('9999-future', '2099-01-01')")
  db.close()
  const { code, output } = await start([]).ended
  expect(code).toBe(1)
  expect(output).toContain('newer')
  withoutStack(output)
})

test('a database that cannot be reached is a sentence without the password', async () => {
  const { code, output } = await start([], {
    BINDERY_DATABASE_URL: 'postgres://ada:SECRETMARK@127.0.0.1:1/x',
  }).ended
  expect(code).toBe(1)
  expect(output).not.toContain('SECRETMARK')
  expect(output).toContain('127.0.0.1')
  withoutStack(output)
})

test('a certificate that cannot be used is named', async () => {
  const args = [
    '--https-port',
    '0',
    '--https-certificate',
    join(root, 'none.pem'),
    '--https-key',
    join(root, 'none.pem'),
  ]
  const { code, output } = await start(args).ended
  expect(code).toBe(1)
  expect(output).toBe(`The certificate for HTTPS cannot be read from ${join(root, 'none.pem')}.\n`)
})

test('a stop lets a running upload finish, refuses new requests, and ends with 0', async () => {
  const run = start([], { BINDERY_ADMIN_PASSWORD: 'admin-password' })
  const url = await ready(run)
  const upload = request(`${url}/artifactory/generic-local/slow.txt`, {
    method: 'PUT',
    auth: 'admin:admin-password',
    // Answered as soon as the server has the headers: by then the upload is running.
    headers: { 'content-length': 10, expect: '100-continue' },
  })
  upload.write('hello')
  await once(upload, 'continue')
  run.child.kill('SIGTERM')
  await expect.poll(() => isRefused(`${url}/artifactory/api/system/ping`)).toBe(true)
  upload.end('world')
  const [reply] = await once(upload, 'response')
  expect(reply.statusCode).toBe(201)
  expect((await run.ended).code).toBe(0)
})

test('Ctrl+C again stops at once, but one signal sent twice by a parent does not', async () => {
  const run = start([], { BINDERY_ADMIN_PASSWORD: 'admin-password' })
  const url = await ready(run)
  const upload = request(`${url}/artifactory/generic-local/never.txt`, {
    method: 'PUT',
    auth: 'admin:admin-password',
    // Answered as soon as the server has the headers: by then the upload is running.
    headers: { 'content-length': 10, expect: '100-continue' },
  })
  upload.on('error', () => undefined)
  upload.write('hello')
  await once(upload, 'continue')
  run.child.kill('SIGINT')
  run.child.kill('SIGINT')
  await expect.poll(run.output).toContain('Stopping')
  expect(run.child.exitCode).toBeNull()
  const again = () => {
    run.child.kill('SIGINT')
    return run.child.exitCode
  }
  await expect.poll(again, { interval: 200 }).toBe(130)
})

test('an unexpected error ends the process with 1 and leaves its stack in the log only', async () => {
  const bomb = 'data:text/javascript,process.on("SIGUSR2",()=>{throw new Error("boom password=SECRETMARK")})'
  const run = start([], {}, ['--import', bomb])
  await ready(run)
  run.child.kill('SIGUSR2')
  const { code, output } = await run.ended
  expect(code).toBe(1)
  expect(output).toContain(
    `An unexpected error ended Bindery. The details are in ${join(home, 'log', 'failure.log')}.`,
  )
  withoutStack(output)
  const [line = ''] = readFileSync(join(home, 'log', 'failure.log'), 'utf8').split('\n')
  expect(JSON.parse(line)).toMatchObject({
    error: { message: 'boom password=***', stack: expect.stringContaining('at ') },
  })
  expect(line).not.toContain('SECRETMARK')
})

test('create-admin gives a lost administrator a new password', async () => {
  const first = await start(['create-admin'], { BINDERY_ADMIN_PASSWORD: 'admin-password' }).ended
  expect(first.code).toBe(0)
  const again = await start(['create-admin']).ended
  const password = /password (\S+)\. You will/.exec(again.output)?.[1] ?? ''
  expect(password).not.toBe('')
  expect(first.output).not.toContain(password)
  const url = await ready(start([], { BINDERY_ADMIN_PASSWORD: 'admin-password' }))
  const changed = await fetch(`${url}/ui/api/v1/ui/auth/changePassword`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'bindery' },
    body: JSON.stringify({ user: 'admin', oldPassword: password, newPassword1: 'A-new-password-2' }),
  })
  expect(changed.status).toBe(200)
  const authorization = `Basic ${btoa('admin:A-new-password-2')}`
  expect((await fetch(`${url}/ui/api/v1/users`, { headers: { authorization } })).status).toBe(200)
})

test('help, version, settings and unknown commands', async () => {
  const [help, version, settings, unknown] = await Promise.all([
    start(['--help']).ended,
    start(['version']).ended,
    start(['settings', '--port', '9000'], { BINDERY_ADMIN_PASSWORD: 'SECRETMARK-2' }).ended,
    start(['migarte']).ended,
  ])
  expect(help).toMatchObject({
    code: 0,
    output: expect.stringContaining('bring the database to this version'),
  })
  expect(version.output).toMatch(/^Bindery \d+\.\d+\.\d+\n$/)
  expect(JSON.parse(settings.output)).toMatchObject({ port: 9000, home, adminPassword: '(hidden)' })
  expect(unknown).toEqual({
    code: 1,
    output: 'There is no command "migarte". Did you mean migrate? bindery help lists them.\n',
  })
})

test('J16: five hundred clients and 256 descriptors: some are turned away, the process goes on, and serves everybody afterwards', async ({
  skip,
}) => {
  const run = start([], { BINDERY_ADMIN_PASSWORD: 'password-of-the-test' })
  const url = await ready(run)
  skip(!limitDescriptors(String(run.child.pid), 256), 'needs prlimit')
  const headers = { authorization: `Basic ${btoa('admin:password-of-the-test')}` }
  const upload = () =>
    fetch(`${url}/artifactory/generic-local/${randomUUID()}`, {
      method: 'PUT',
      body: randomBytes(40_000),
      headers,
    }).then(
      async (reply) => (await reply.text(), reply.status),
      () => 0,
    )
  // Bytes all over the storage: what it keeps open of it must not be what clients need.
  for (let round = 0; round < 20; round++)
    expect(new Set(await Promise.all(Array.from({ length: 25 }, upload)))).toEqual(new Set([201]))
  const clients = Array.from({ length: 500 }, () => connect(Number(new URL(url).port), '127.0.0.1'))
  let answered = 0
  let turnedAway = 0
  for (const client of clients) {
    client.on('error', () => {})
    client.once('data', () => answered++)
    client.once('close', () => turnedAway++)
    client.write('GET /artifactory/api/system/ping HTTP/1.1\r\nHost: localhost\r\n\r\n')
  }
  await expect.poll(() => answered, { interval: 20 }).toBeGreaterThan(100)
  await expect.poll(() => turnedAway, { interval: 20 }).toBeGreaterThan(0)
  for (const client of clients) client.destroy()
  await expect.poll(upload, { interval: 50 }).toBe(201)
  expect(run.child.exitCode).toBeNull()
})

function limitDescriptors(pid: string, most: number): boolean {
  try {
    execFileSync('prlimit', ['--pid', pid, `--nofile=${most}:${most}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
