// What every browser test needs: the application with its own data, and a page that must stay free of errors.
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import type { Credentials, TestApp } from '../support/app.ts'
import { type AppEnv, Apps } from './apps.ts'

export { expectAccessible } from './accessibility.ts'

/** Refusals and lost connections; also made-up failures of the server (5xx); or also what the application logs of them. */
type Failures = boolean | 'server' | 'logged'

interface Fixtures {
  /** Tests that provoke a failure say so: the browser logs every 4xx answer and lost connection as an error. */
  allowFailures: Failures
  /** Settings by their environment names. Files that name some get an application of their own. */
  appEnv: AppEnv
  app: TestApp
  watch: void
}

interface WorkerFixtures {
  apps: Apps
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  allowFailures: [false, { option: true }],
  apps: [
    // Playwright reads what a fixture needs from this pattern, also when it is nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const apps = new Apps()
      await use(apps)
      await apps.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  appEnv: [{}, { option: true }],
  app: [async ({ apps, appEnv }, use) => use(await apps.get(appEnv)), { timeout: 60_000 }],
  baseURL: async ({ app }, use) => use(app.url),
  watch: [
    async ({ page, allowFailures }, use) => {
      const problems = watchProblems(page, allowFailures)
      await use()
      expect(problems, 'errors in the console, the page or the security policy').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Where an administrator starts. */
export const adminLanding = /\/ui\/admin\/mission_control\/topology$/

export const billing = 'npm://@acme/billing'
export const addressOf = (packageId: string, version?: string) =>
  `/ui/packages/${encodeURIComponent(packageId)}${version === undefined ? '' : `/${encodeURIComponent(version)}`}`

/** Signs in without the form, for tests about something else. */
export async function signIn(context: BrowserContext, app: TestApp, who: Credentials = app.admin) {
  const response = await context.request.post(`${app.url}/ui/api/v1/ui/auth/login`, {
    headers: { 'X-Requested-With': 'bindery' },
    data: { user: who.name, password: who.password, type: 'login' },
  })
  expect(response.status()).toBe(200)
}

/** Once the page has settled: what follows the width of the window does so a frame after it was changed. */
export async function expectNoSidewaysScroll(page: Page) {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(excess).toBeLessThanOrEqual(0)
}

const failures = [
  /^Failed to load resource: the server responded with a status of 4\d\d/,
  /net::ERR_INTERNET_DISCONNECTED/,
  // React logs what an error page is about to show.
  /^(?:Css)?ChunkLoadError: /,
  // What the loader of micro-frontends says.
  /^The module .+ failed to (?:load|start)\./,
]

const serverFailure = /^Failed to load resource: the server responded with a status of 5\d\d/

/** What the application itself writes about a failure it lives with. */
const ownLog = /could not be (initialised|opened)/

export function watchProblems(page: Page, allowFailures: Failures): string[] {
  const expected = [
    ...failures,
    ...(allowFailures === 'server' ? [serverFailure] : []),
    ...(allowFailures === 'logged' ? [ownLog] : []),
  ]
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (entry) => {
    if (entry.type() !== 'error' && entry.type() !== 'warning') return
    const isExpected = allowFailures !== false && expected.some((pattern) => pattern.test(entry.text()))
    if (!isExpected) problems.push(entry.text())
  })
  return problems
}

/** As a link of the application leads there, without being pointed at first. */
export const goWithin = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)

/** The names of the scripts that the page asks for from now on, as often as it does. */
export function watchChunks(page: Page): string[] {
  const names: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(request.url()) ?? []
    if (name !== undefined) names.push(name)
  })
  return names
}
