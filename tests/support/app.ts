// The real application, started inside the test on a free port, with a data folder and a database of its own.
// Nothing is replaced: requests travel over HTTP, files lie on the disk, rows in the engine under test.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreatedToken } from '@bindery/contracts'
import { startApp, type App } from '../../apps/server/src/app.ts'
import { loadConfig } from '../../apps/server/src/config.ts'
import { publishGeneric, type GenericOptions } from './builders/generic.ts'
import { publishNpm, type NpmOptions } from './builders/npm.ts'
import type { Published, Send } from './builders/published.ts'
import { engine, type Engine, type TestDatabase } from './database.ts'
import { createMigratedDatabase } from './template.ts'

export interface Credentials {
  name: string
  password: string
}

export interface NewUser {
  name: string
  password?: string
  isAdmin?: boolean
  groups?: string[]
  privileges?: string[]
  email?: string
  hasUiAccess?: boolean
  isProfileUpdatable?: boolean
  /** Become a permission of this user alone; `*` is any repository. */
  grants?: { action: string; repository: string }[]
}

export interface NewGroup {
  name: string
  members?: string[]
  isAdmin?: boolean
  isAutoJoin?: boolean
  externalId?: string
  privileges?: string[]
  description?: string
}

/** In one line: who gets which actions on which repositories. */
export interface NewPermission {
  name: string
  repositories?: string[]
  include?: string[]
  exclude?: string[]
  section?: string
  users?: Record<string, string[]>
  groups?: Record<string, string[]>
}

export interface PublishOptions {
  npm: NpmOptions
  generic: GenericOptions
}

export interface TestAppOptions {
  /** Settings by their environment names: { BINDERY_ANONYMOUS_ACCESS: 'true' }. */
  env?: Record<string, string>
  /** Where the data folder is made, if not in the temporary folder of the machine. */
  parent?: string
  /** Another process on the data of this one: the same folder and database, so PostgreSQL only. Close it first. */
  beside?: TestApp
}

export interface TestApp {
  readonly url: string
  readonly home: string
  readonly engine: Engine
  readonly admin: Credentials
  readonly db: App['db']
  /** Every address it listens on, HTTPS included. */
  readonly urls: string[]
  /** What is mounted beside package traffic, as `GET HEAD /path`. */
  readonly routes: string[]
  /** What the first start made up, when BINDERY_ADMIN_PASSWORD was set to nothing. */
  readonly madePassword: string | undefined
  readonly database: TestDatabase
  /** As the administrator. */
  fetch: Send
  anonymous: Send
  /** As a user with a password, or as whoever a token belongs to. */
  as(who: Credentials | { token: string }): Send
  /**
   * To be called before something is made by this address. CI gives a failed test a second try on the same application: what the first
   * one made there goes, so that the second begins as the first did.
   */
  makeRoom(address: string): Promise<void>
  /** Creates a user through the API. */
  user(user: NewUser): Promise<Credentials>
  /** Creates a group through the API; returns its name. */
  group(group: NewGroup): Promise<string>
  /** Creates a permission through the API; returns its name. */
  permission(permission: NewPermission): Promise<string>
  /** Takes away what a new installation gives to everybody: reading everything, and filling caches. */
  closeReading(): Promise<void>
  /** Creates an access token through the API, for the administrator unless told otherwise. */
  token(who?: Credentials): Promise<string>
  /** Publishes through the format's own protocol; throws unless it is accepted. */
  publish<F extends keyof PublishOptions>(
    format: F,
    name: string,
    version: string,
    options?: PublishOptions[F] & { as?: Credentials | { token: string } },
  ): Promise<Published>
  /** Stops and starts again on the same data; the address changes. */
  restart(): Promise<void>
  close(): Promise<void>
}

const publishers: { [F in keyof PublishOptions]: Publisher<PublishOptions[F]> } = {
  npm: publishNpm,
  generic: publishGeneric,
}

type Publisher<O> = (send: Send, name: string, version: string, options?: O) => Promise<Published>

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside } = options
  const home = beside?.home ?? mkdtempSync(join(options.parent ?? tmpdir(), 'bindery-test-'))
  const database = beside?.database ?? (await createMigratedDatabase(home))
  const admin = { name: 'admin', password: 'password-of-the-test' }
  const start = () => startApp(testConfig({ home, admin, databaseUrl: database.url, env: options.env }))
  const remove = async () => {
    // What is another's is removed by that one.
    if (beside) return
    await database.drop()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  let app = await start().catch(async (error: unknown) => {
    await remove()
    throw error
  })

  const send =
    (authorization?: string): Send =>
    (path, init = {}) => {
      const headers = new Headers(init.headers)
      if (authorization && !headers.has('authorization')) headers.set('authorization', authorization)
      return fetch(new URL(path, app.url), { redirect: 'manual', ...init, headers })
    }
  const as = (who: Credentials | { token: string }) =>
    send('token' in who ? `Bearer ${who.token}` : basic(who))

  const made = new Set<string>()
  const makeRoom = async (address: string) => {
    // It may be gone already.
    if (made.has(address)) await as(admin)(address, { method: 'DELETE' })
    made.add(address)
  }
  const maker: Maker = { send: as(admin), makeRoom }

  return {
    get url() {
      return app.url
    },
    get db() {
      return app.db
    },
    get urls() {
      return app.urls
    },
    get routes() {
      return app.routes
    },
    get madePassword() {
      return app.adminPassword
    },
    database,
    home,
    engine,
    admin,
    fetch: as(admin),
    anonymous: send(),
    as,
    makeRoom,
    user: (user) => createUser(maker, user),
    group: (group) => createGroup(maker, group),
    permission: (permission) => createPermission(maker, permission),
    async closeReading() {
      for (const name of ['Anything', 'Any%20Remote'])
        await mustSucceed(
          await as(admin)(`/ui/api/v1/permissions/${name}`, { method: 'DELETE' }),
          'Taking away that everybody may read',
        )
    },
    token: (who = admin) => createToken(as(who)),
    async publish(format, name, version, options) {
      const published = await publishers[format](as(options?.as ?? admin), name, version, options)
      await mustSucceed(published.response, `Publishing ${name} ${version}`)
      return published
    },
    async restart() {
      await app.close()
      app = await start()
    },
    async close() {
      await app.close()
      await remove()
    },
  }
}

interface Surroundings {
  home: string
  admin: Credentials
  databaseUrl: string | undefined
  env: Record<string, string> | undefined
}

function testConfig({ home, admin, databaseUrl, env }: Surroundings) {
  return loadConfig({
    env: {
      BINDERY_HOME: home,
      BINDERY_HOST: '127.0.0.1',
      BINDERY_PORT: '0',
      BINDERY_ADMIN_PASSWORD: admin.password,
      BINDERY_LOG_CONSOLE: 'off',
      ...(databaseUrl === undefined ? {} : { BINDERY_DATABASE_URL: databaseUrl }),
      ...env,
    },
    argv: [],
  })
}

interface Maker extends Pick<TestApp, 'makeRoom'> {
  send: Send
}

async function createUser(
  { send, makeRoom }: Maker,
  { name, password = `Password-1-of-${name}`, grants = [], ...rest }: NewUser,
): Promise<Credentials> {
  await makeRoom(`/ui/api/v1/users/${encodeURIComponent(name)}`)
  const response = await send('/ui/api/v1/users', json('POST', { name, password, ...rest }))
  await mustSucceed(response, `Creating the user ${name}`)
  // One permission for each set of actions, as a permission gives the same on all its repositories.
  const byRepository = Map.groupBy(grants, (grant) => grant.repository)
  const sets = Map.groupBy([...byRepository], ([, some]) => some.map((grant) => grant.action).join(' '))
  for (const [actions, repositories] of sets)
    await createPermission(
      { send, makeRoom },
      {
        name: `${name} may ${actions}`,
        repositories: repositories.map(([key]) => (key === '*' ? 'ANY' : key)),
        users: { [name]: actions.split(' ') },
      },
    )
  return { name, password }
}

async function createGroup({ send, makeRoom }: Maker, group: NewGroup): Promise<string> {
  await makeRoom(`/ui/api/v1/groups/${encodeURIComponent(group.name)}`)
  await mustSucceed(await send('/ui/api/v1/groups', json('POST', group)), `Creating the group ${group.name}`)
  return group.name
}

async function createPermission({ send, makeRoom }: Maker, permission: NewPermission): Promise<string> {
  const { name, include = ['**'], exclude = [], section = 'artifact', repositories = ['ANY'] } = permission
  const subjects = (kind: string, named: Record<string, string[]> = {}) =>
    Object.entries(named).map(([who, actions]) => ({ kind, name: who, actions }))
  const body = {
    name,
    sections: [
      {
        section,
        targets: repositories.map((key) => ({
          name: key,
          includePatterns: include,
          excludePatterns: exclude,
        })),
        who: [...subjects('group', permission.groups), ...subjects('user', permission.users)],
      },
    ],
  }
  await makeRoom(`/ui/api/v1/permissions/${encodeURIComponent(name)}`)
  await mustSucceed(
    await send('/ui/api/v1/permissions', json('POST', body)),
    `Creating the permission ${name}`,
  )
  return name
}

async function createToken(send: Send): Promise<string> {
  const response = await send('/access/api/v1/tokens', json('POST', {}))
  await mustSucceed(response, 'Creating a token')
  return CreatedToken.parse(await response.json()).access_token
}

async function mustSucceed(response: Response, what: string) {
  if (!response.ok) throw new Error(`${what} was answered ${response.status}: ${await response.text()}`)
}

function json(method: string, body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** The Authorization header, for requests that are written by hand. */
export function basic({ name, password }: Credentials): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
}
