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
import { createTestDatabase, engine, type Engine, type TestDatabase } from './database.ts'

export interface Credentials {
  name: string
  password: string
}

export interface NewUser {
  name: string
  password?: string
  isAdmin?: boolean
  grants?: { action: string; repository: string }[]
}

export interface PublishOptions {
  npm: NpmOptions
  generic: GenericOptions
}

export interface TestAppOptions {
  /** Settings by their environment names: { BINDERY_ANONYMOUS_ACCESS: 'true' }. */
  env?: Record<string, string>
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
  /** Creates a user through the API. */
  user(user: NewUser): Promise<Credentials>
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
  const home = beside?.home ?? mkdtempSync(join(tmpdir(), 'bindery-test-'))
  const database = beside?.database ?? (await createTestDatabase())
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
    user: (user) => createUser(as(admin), user),
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

async function createUser(send: Send, { name, password = `password-of-${name}`, ...rest }: NewUser) {
  const response = await send('/ui/api/v1/users', json('POST', { name, password, ...rest }))
  await mustSucceed(response, `Creating the user ${name}`)
  return { name, password }
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
