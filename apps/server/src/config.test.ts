import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { describeConfig, loadConfig, redactConfig, settings } from './config.ts'
import { SettingsError } from './platform/settings/read.ts'
import { environmentName } from './platform/settings/setting.ts'

const root = mkdtempSync(join(tmpdir(), 'bindery-config-'))
let cwd = ''

beforeEach(() => {
  cwd = mkdtempSync(join(root, 'cwd-'))
})

afterAll(() => rmSync(root, { recursive: true }))

function writeSettings(content: unknown, file = join(cwd, 'data', 'bindery.json')): string {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

function problemsOf(sources: Parameters<typeof loadConfig>[0]): readonly string[] {
  try {
    loadConfig({ cwd, ...sources })
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
  return []
}

test('without any setting, everything has its default and the data folder is ./data', () => {
  expect(loadConfig({ cwd })).toMatchObject({
    home: join(cwd, 'data'),
    host: '::',
    port: 8082,
    baseUrl: undefined,
    trustedProxies: [],
    anonymousAccess: false,
    maxUploadSize: 10 * 2 ** 30,
    shutdownTimeout: 30_000,
  })
})

test('flags win over the environment, which wins over the file', () => {
  writeSettings({ port: 1001, serverName: 'file', logLevel: 'warn' })
  const env = { BINDERY_PORT: '1002', BINDERY_SERVER_NAME: 'environment' }
  const config = loadConfig({ cwd, env, argv: ['--port', '1003'] })
  expect(config).toMatchObject({ port: 1003, serverName: 'environment', logLevel: 'warn' })
})

test('every setting can be given in the environment as its example says', () => {
  const https = ['httpsPort', 'httpsCertificate', 'httpsKey']
  for (const [key, setting] of Object.entries(settings).filter(([key]) => !https.includes(key)))
    expect(problemsOf({ env: { [environmentName(key)]: setting.example } }), key).toEqual([])
  const { httpsPort, httpsCertificate, httpsKey } = settings
  const env = {
    BINDERY_HTTPS_PORT: httpsPort.example,
    BINDERY_HTTPS_CERTIFICATE: httpsCertificate.example,
    BINDERY_HTTPS_KEY: httpsKey.example,
  }
  expect(loadConfig({ cwd, env })).toMatchObject({ httpsPort: 8443, httpsKey: '/etc/bindery/key.pem' })
})

test('flags take their value after a space or an equals sign, and switches need none', () => {
  const argv = ['--port=9000', '--anonymous-access', '--server-name', 'Team repository', '--log-level=debug']
  expect(loadConfig({ cwd, argv })).toMatchObject({
    port: 9000,
    anonymousAccess: true,
    serverName: 'Team repository',
    logLevel: 'debug',
  })
  expect(loadConfig({ cwd, argv: ['--anonymous-access', 'false', '--port', '0'] })).toMatchObject({
    anonymousAccess: false,
    port: 0,
  })
})

test('all problems are listed at once, each with its place', () => {
  const file = writeSettings({ maxUploadSize: 'much', prot: 1 })
  const problems = problemsOf({
    env: { BINDERY_PORT: 'abc', BINDERY_SHUTDOWN_TIMEOUT: '30' },
    argv: ['--hots', '1.2.3.4', '--log-level'],
  })
  expect(problems).toEqual([
    'There is no setting --hots, given on the command line. Did you mean --host?',
    'There is no setting 1.2.3.4, given on the command line. docs/configuration.md lists all settings.',
    '--log-level needs a value, for example --log-level debug.',
    `There is no setting prot, given in ${file}. Did you mean port?`,
    'BINDERY_PORT is "abc": it must be a whole number between 0 and 65535. Given in the environment.',
    'BINDERY_SHUTDOWN_TIMEOUT is "30": it must be a duration such as 500 ms, 30 s, 5 min, 2 h or 1 d. Given in the environment.',
    `maxUploadSize is "much": it must be a size such as 500 MB or 10 GiB. Given in ${file}.`,
  ])
})

test('an unknown name in the environment is warned about and ignored', () => {
  const warnings: string[] = []
  loadConfig({
    cwd,
    env: { BINDERY_PROT: '1', BINDERY_TEST_ENGINE: 'sqlite', PATH: '/bin' },
    warn: (sentence) => warnings.push(sentence),
  })
  expect(warnings).toEqual([
    'There is no setting BINDERY_PROT, given in the environment. Did you mean BINDERY_PORT? It is ignored.',
  ])
})

test('secrets are not taken as flags, and never appear in a problem or in what is printed', () => {
  const problems = problemsOf({
    argv: ['--admin-password', 'SECRETMARK1'],
    env: { BINDERY_DATABASE_URL: 'mysql://me:SECRETMARK2@db/x' },
  })
  expect(problems).toHaveLength(2)
  expect(problems.join('\n')).not.toContain('SECRETMARK')
  const env = {
    BINDERY_ADMIN_PASSWORD: 'SECRETMARK3',
    BINDERY_DATABASE_URL: 'postgres://me:SECRETMARK4@db/x',
  }
  const config = loadConfig({ cwd, env })
  expect(config.adminPassword).toBe('SECRETMARK3')
  expect(JSON.stringify(redactConfig(config))).not.toContain('SECRETMARK')
  expect(redactConfig(config)).toMatchObject({ adminPassword: '(hidden)', port: 8082 })
})

test('a secret may stand in a file of its own', () => {
  writeFileSync(join(cwd, 'password'), 'from-a-file\n')
  expect(loadConfig({ cwd, env: { BINDERY_ADMIN_PASSWORD_FILE: 'password' } }).adminPassword).toBe(
    'from-a-file',
  )
  expect(problemsOf({ env: { BINDERY_ADMIN_PASSWORD_FILE: 'nowhere' } })).toEqual([
    'BINDERY_ADMIN_PASSWORD_FILE names nowhere, which cannot be read (ENOENT).',
  ])
})

test('broken JSON names the line and quotes nothing', () => {
  const file = writeSettings('{\n  "adminPassword": "SECRETMARK\n}')
  const [problem] = problemsOf({})
  expect(problem).toMatch(new RegExp(`^${file} is not valid JSON: look at line \\d+, column \\d+\\.$`))
  writeSettings('[1]')
  expect(problemsOf({})).toEqual([`${file} must hold one JSON object, such as { "port": 8082 }.`])
})

test('a named file must be there, its paths are relative to it, and it may set the data folder', () => {
  expect(problemsOf({ argv: ['--config', 'etc/bindery.json'] })).toEqual([
    `The settings file ${join(cwd, 'etc/bindery.json')} cannot be read (ENOENT).`,
  ])
  writeSettings({ home: '../lib' }, join(cwd, 'etc/bindery.json'))
  expect(loadConfig({ cwd, argv: ['--config', 'etc/bindery.json'] }).home).toBe(join(cwd, 'lib'))
  expect(loadConfig({ cwd, env: { BINDERY_CONFIG: 'etc/bindery.json', BINDERY_HOME: 'x' } }).home).toBe(
    join(cwd, 'x'),
  )
})

test('a file in the data folder cannot move the data folder', () => {
  writeSettings({ home: '/elsewhere' })
  expect(problemsOf({})).toEqual([
    'home cannot be set in the file that is found in the data folder. Use BINDERY_HOME or --home.',
  ])
})

test('settings that contradict each other are refused', () => {
  expect(problemsOf({ argv: ['--https-port', '8443'] })).toEqual([
    'HTTPS needs all three of httpsPort, httpsCertificate and httpsKey.',
  ])
  const files = ['--https-certificate', 'c.pem', '--https-key', 'k.pem']
  expect(problemsOf({ argv: ['--https-port', '8082', ...files] })).toEqual([
    'port and httpsPort are both 8082: HTTP and HTTPS need a port each.',
  ])
  for (const [name, more] of [
    ['port', []],
    ['httpsPort', ['--port', '9000', '--https-port', '8082', ...files]],
  ] as const)
    expect(problemsOf({ argv: ['--ssh-port', '8082', ...more] })).toEqual([
      `${name} and sshPort are both 8082: SSH needs a port of its own.`,
    ])
  expect(problemsOf({ env: { BINDERY_ADMIN_PASSWORD: 'short' } })).toEqual([
    'BINDERY_ADMIN_PASSWORD is too short: use at least 8 characters.',
  ])
})

test('an empty value in the environment counts as not given', () => {
  expect(loadConfig({ cwd, env: { BINDERY_PORT: '', BINDERY_ADMIN_PASSWORD: '' } })).toMatchObject({
    port: 8082,
    adminPassword: undefined,
  })
})

test('docs/configuration.md is current', () => {
  const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
  expect(page).toBe(describeConfig())
})
