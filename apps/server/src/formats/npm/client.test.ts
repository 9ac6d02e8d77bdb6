// The real npm, in several major versions, in homes of their own: what a developer does in a day.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { makeRepository } from '../../../../../tests/support/repositories.ts'
import {
  createNpm,
  npmPrograms,
  type Npm,
  type NpmProgram,
} from '../../../../../tests/support/npm-program.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const registry = () => `${app.url}/artifactory/api/npm/npm-local/`

test.each(npmPrograms)(
  '%s installs through a virtual repository from here and from another Bindery',
  async (program) => {
    const origin = await startTestApp({ env: { BINDERY_ANONYMOUS_ACCESS: 'true' } })
    const near = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
    onTestFinished(async () => {
      await near.close()
      await origin.close()
    })
    const url = `${origin.url}/artifactory/api/npm/npm-local/`
    await makeRepository(near, 'far', 'remote', { packageType: 'npm', url })
    const repositories = ['npm-local', 'far']
    await makeRepository(near, 'all', 'virtual', { packageType: 'npm', repositories })
    await origin.publish('npm', '@far/base', '1.2.0')
    await near.publish('npm', 'own-app', '1.0.0')
    const npm = createNpm(program, `${near.url}/artifactory/api/npm/all/`)
    onTestFinished(() => npm.remove())
    const reader = await near.user({ name: 'reader' })
    const address = `${near.url.replace('http:', '')}/artifactory/api/npm/all/`
    npm.configure([`${address}:_authToken=${await near.token(reader)}`])
    const project = newProject(npm, 'both')
    await done(npm, ['install', 'own-app', '@far/base@^1.0.0'], project)
    expect([versionIn(project, 'own-app'), versionIn(project, '@far/base')]).toEqual(['1.0.0', '1.2.0'])
    expect(lockedIn(project, '@far/base').resolved).toContain('/api/npm/all/@far/base/-/')
    await done(npm, ['ci'], project)
  },
)

describe.each(npmPrograms)('%s', (program) => {
  const scope = `@by-${program}`
  let npm: Npm
  let ann: Credentials

  beforeAll(async () => {
    ann = await app.user({
      name: `ann-${program}`,
      grants: ['read', 'deploy', 'delete'].map((action) => ({ action, repository: 'npm-local' })),
    })
    npm = await signedIn(program, ann)
  })

  afterAll(() => npm.remove())

  test('signs in with name and password, and out again', async () => {
    const client = await newNpm(program)
    const answers = [
      { when: /username:/i, say: ann.name },
      { when: /password:/i, say: ann.password },
    ]
    const login = await client.run(['login', '--auth-type=legacy'], { answers })
    expect(login).toMatchObject({ code: 0 })
    expect(await done(client, ['whoami'])).toBe(ann.name)
    expect(readFileSync(join(client.home, '.npmrc'), 'utf8')).toMatch(/:_authToken=bnd_/)
    const token = /_authToken=(\S+)/.exec(readFileSync(join(client.home, '.npmrc'), 'utf8'))?.[1] ?? ''
    await done(client, ['logout'])
    expect((await app.as({ token })('/artifactory/api/npm/npm-local/-/whoami')).status).toBe(401)
    expect((await client.run(['whoami'])).code).not.toBe(0)
  })

  test('is told when the password is wrong', async () => {
    const client = await newNpm(program)
    const answers = [
      { when: /username:/i, say: ann.name },
      { when: /password:/i, say: 'wrong' },
    ]
    const outcome = await client.run(['login', '--auth-type=legacy'], { answers })
    expect(outcome.code).not.toBe(0)
    expect(outcome.stderr).toMatch(/E401|password is wrong|Incorrect or missing password/)
  })

  test('publishes, shows, finds and installs a package, from the lock file too', async () => {
    const name = `${scope}/library`
    await publish(npm, name, '1.0.0', { description: `Library of ${program}`, license: 'MIT' })
    await publish(npm, name, '1.1.0', { dependencies: { [`${scope}/base`]: '^1.0.0' }, bin: './index.js' })
    await publish(npm, `${scope}/base`, '1.0.0')

    expect(await view(npm, name, ['versions', 'dist-tags'])).toMatchObject({
      versions: ['1.0.0', '1.1.0'],
      'dist-tags': { latest: '1.1.0' },
    })
    expect(await done(npm, ['search', `library`, '--json'])).toContain(name)

    const project = newProject(npm, 'consumer')
    await done(npm, ['install', `${name}@^1.0.0`], project)
    expect(versionIn(project, name)).toBe('1.1.0')
    expect(versionIn(project, `${scope}/base`)).toBe('1.0.0')
    const locked = lockedIn(project, name)
    expect(locked.resolved).toBe(`${registry()}${name}/-/library-1.1.0.tgz`)
    expect(locked.integrity).toBe(await integrityOf(name, '1.1.0'))
    await done(npm, ['ci'], project)
    expect(versionIn(project, name)).toBe('1.1.0')
    await done(npm, ['install', `${name}@1.0.0`], project)
    expect(versionIn(project, name)).toBe('1.0.0')
  })

  test('notices that a file is not the one that was locked', async () => {
    const name = `${scope}/tampered`
    await publish(npm, name, '1.0.0')
    const project = newProject(npm, 'tampered')
    await done(npm, ['install', name], project)
    const lock = join(project, 'package-lock.json')
    writeFileSync(
      lock,
      readFileSync(lock, 'utf8').replace(/"integrity": "sha512-.{8}/, '"integrity": "sha512-AAAAAAAA'),
    )
    const client = await signedIn(program, ann)
    onTestFinished(() => client.remove())
    const outcome = await client.run(['ci'], { cwd: project })
    expect(outcome.code).not.toBe(0)
    expect(outcome.stderr).toMatch(/EINTEGRITY/)
  })

  test('moves tags and installs by them', async () => {
    const name = `${scope}/tagged`
    await publish(npm, name, '1.0.0')
    await publish(npm, name, '2.0.0-beta.1', {}, ['--tag', 'beta'])
    await done(npm, ['dist-tag', 'add', `${name}@1.0.0`, 'stable'])
    expect((await done(npm, ['dist-tag', 'ls', name])).split('\n').sort()).toEqual([
      'beta: 2.0.0-beta.1',
      'latest: 1.0.0',
      'stable: 1.0.0',
    ])
    const project = newProject(npm, 'by-tag')
    await done(npm, ['install', `${name}@beta`], project)
    expect(versionIn(project, name)).toBe('2.0.0-beta.1')
    await done(npm, ['dist-tag', 'rm', name, 'stable'])
    expect(await done(npm, ['dist-tag', 'ls', name])).not.toContain('stable')
  })

  test('deprecates a version, and whoever installs it is warned', async () => {
    const name = `${scope}/deprecated`
    await publish(npm, name, '1.0.0')
    await done(npm, ['deprecate', `${name}@1.0.0`, 'Use something newer'])
    expect(await done(npm, ['view', name, 'deprecated'])).toContain('Use something newer')
    const outcome = await npm.run(['install', name], { cwd: newProject(npm, 'warned') })
    expect(outcome.code).toBe(0)
    expect(outcome.stderr).toMatch(/deprecated.*Use something newer/)
  })

  test('unpublishes a version, and then everything', async () => {
    const name = `${scope}/unpublished`
    await publish(npm, name, '1.0.0')
    await publish(npm, name, '2.0.0')
    await done(npm, ['unpublish', `${name}@2.0.0`])
    expect(await view(npm, name, ['dist-tags', 'version'])).toMatchObject({
      'dist-tags': { latest: '1.0.0' },
      version: '1.0.0',
    })
    await done(npm, ['unpublish', name, '--force'])
    const outcome = await npm.run(['view', name])
    expect(outcome.code).not.toBe(0)
    expect(outcome.stderr).toMatch(/E404/)
  })

  test('is told that a version exists already', async () => {
    const name = `${scope}/twice`
    const folder = await publish(npm, name, '1.0.0')
    writeFileSync(join(folder, 'changed.js'), '1')
    const outcome = await npm.run(['publish'], { cwd: folder })
    expect(outcome.code).not.toBe(0)
    expect(outcome.stderr).toMatch(/cannot be published again|previously published|cannot publish over/i)
  })

  test('is told which right is missing', async () => {
    const reader = await app.user({ name: `reader-${program}` })
    const client = await signedIn(program, reader)
    onTestFinished(() => client.remove())
    const folder = newPackage(client, `${scope}/forbidden`, '1.0.0')
    const outcome = await client.run(['publish'], { cwd: folder })
    expect(outcome.code).not.toBe(0)
    expect(outcome.stderr).toMatch(/E403/)
    expect(outcome.stderr).toContain(`User ${reader.name} may not deploy to npm-local`)
  })

  test('is told that its token is wrong', async () => {
    const client = await newNpm(program)
    client.configure([authLine('bnd_wrong')])
    for (const args of [['whoami'], ['view', `${scope}/library`], ['publish']]) {
      const cwd = newPackage(client, `${scope}/unauthorised`, '1.0.0')
      const outcome = await client.run(args, { cwd })
      expect(outcome.code).not.toBe(0)
      expect(outcome.stderr).toMatch(/E401/)
      expect(outcome.stderr).toMatch(/try logging in again/)
    }
  })

  test('packs what it publishes byte for byte', async () => {
    const name = `${scope}/packed`
    const folder = await publish(npm, name, '1.0.0', {}, [], {
      'data.bin': '\0\x01\xff',
      'ünïcode.txt': '💩',
    })
    const packed: unknown = JSON.parse(await done(npm, ['pack', '--json', '--dry-run'], folder))
    // npm 12 names the entries by package, those before it give a list.
    const [one] = z.array(z.object({ integrity: z.string() })).parse(Object.values(Object(packed)))
    expect(await integrityOf(name, '1.0.0')).toBe(one?.integrity)
  })
})

async function newNpm(program: NpmProgram): Promise<Npm> {
  const npm = createNpm(program, registry())
  onTestFinished(() => npm.remove())
  return npm
}

async function signedIn(program: NpmProgram, who: Credentials): Promise<Npm> {
  const npm = createNpm(program, registry())
  npm.configure([authLine(await app.token(who))])
  return npm
}

const authLine = (token: string) =>
  `//${new URL(registry()).host}/artifactory/api/npm/npm-local/:_authToken=${token}`

async function done(npm: Npm, args: string[], cwd?: string): Promise<string> {
  const outcome = await npm.run(args, cwd === undefined ? {} : { cwd })
  if (outcome.code !== 0)
    throw new Error(`npm ${args.join(' ')} failed:\n${outcome.stderr}\n${outcome.stdout}`)
  return outcome.stdout.trim()
}

/** npm 12 answers with a list. */
async function view(npm: Npm, name: string, fields: string[]): Promise<unknown> {
  const shown: unknown = JSON.parse(await done(npm, ['view', name, '--json', ...fields]))
  return Array.isArray(shown) ? shown[0] : shown
}

function newPackage(
  npm: Npm,
  name: string,
  version: string,
  manifest: object = {},
  files: Record<string, string> = {},
): string {
  const folder = npm.folder(`${name.replaceAll(/\W/g, '-')}-${version}`)
  const all = {
    'package.json': JSON.stringify({ name, version, main: 'index.js', ...manifest }),
    'README.md': `# ${name}\n`,
    'index.js': `#!/usr/bin/env node\nmodule.exports = ${JSON.stringify(version)}\n`,
    ...files,
  }
  for (const [file, content] of Object.entries(all)) writeFileSync(join(folder, file), content, 'utf8')
  return folder
}

/** Returns the folder that was published. */
async function publish(
  npm: Npm,
  name: string,
  version: string,
  manifest: object = {},
  args: string[] = [],
  files: Record<string, string> = {},
): Promise<string> {
  const folder = newPackage(npm, name, version, manifest, files)
  await done(npm, ['publish', ...args], folder)
  return folder
}

function newProject(npm: Npm, name: string): string {
  const folder = npm.folder(name)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '0.0.0', private: true }))
  return folder
}

const versionIn = (project: string, name: string): string =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8'))).version

function lockedIn(project: string, name: string): { resolved: string; integrity: string } {
  const Lock = z.object({ packages: z.record(z.string(), z.looseObject({})) })
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')))
  return z.object({ resolved: z.string(), integrity: z.string() }).parse(packages[`node_modules/${name}`])
}

async function integrityOf(name: string, version: string): Promise<string> {
  const reply = await app.fetch(`/artifactory/api/npm/npm-local/${name}/${version}`)
  return z.object({ dist: z.object({ integrity: z.string() }) }).parse(await reply.json()).dist.integrity
}
