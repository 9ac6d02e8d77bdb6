// What every browser test needs: the application with its own data, a page that must stay free of errors,
// and the accessibility check in both themes.
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import { startTestApp, type Credentials, type TestApp } from '../support/app.ts'

/** Refusals and lost connections; also made-up failures of the server (5xx); or also what the application logs of them. */
type Failures = boolean | 'server' | 'logged'

interface Fixtures {
  /** Tests that provoke a failure say so: the browser logs every 4xx answer and lost connection as an error. */
  allowFailures: Failures
  watch: void
}

interface WorkerFixtures {
  /** Settings by their environment names. Files that name some get an application of their own. */
  appEnv: Record<string, string>
  app: TestApp
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  allowFailures: [false, { option: true }],
  appEnv: [{}, { option: true, scope: 'worker' }],
  app: [
    async ({ appEnv }, use) => {
      const app = await startTestApp({ env: appEnv })
      await seed(app)
      await use(app)
      await app.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
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

/** No finding of axe at WCAG 2.2 AA, in the light and in the dark theme, which differ in their colours only. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    // Loading style sheets again serves rules about print and orientation, and breaks when one is missing.
    const axe = new AxeBuilder({ page }).options({ preload: false })
    const chosen =
      colorScheme === 'light'
        ? axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        : axe.withRules(['color-contrast', 'link-in-text-block'])
    const { violations } = await chosen.analyze()
    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ html }) => html.slice(0, 160)),
    }))
    expect(found, `accessibility of ${page.url()} in the ${colorScheme} theme`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
}

export async function expectNoSidewaysScroll(page: Page) {
  const { content, window } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: innerWidth,
  }))
  expect(content).toBeLessThanOrEqual(window)
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

const readme = `# Billing

Invoices for the shop. <span style="color: red" onclick="alert(1)">Plain text.</span>

<script>document.title = 'owned'</script>
<style>body { display: none }</style>

## Use

\`\`\`js
import { invoice } from '@acme/billing'
\`\`\`

[The guide](docs/guide.md), [a trap](javascript:alert(1)), ![picture](https://images.example.org/shop.png)
`

async function seed(app: TestApp) {
  const manifest = {
    description: 'Invoices, metering and tax rules',
    license: 'MIT',
    keywords: ['billing', 'internal'],
    homepage: 'https://docs.example.org/billing',
    repository: { type: 'git', url: 'git+https://git.example.org/acme/billing.git' },
    dependencies: { 'tiny-cache': '^1.0.0', undici: '^7.0.0' },
  }
  for (const version of ['1.2.0', '1.9.0', '1.10.0', '2.0.0'])
    await app.publish('npm', '@acme/billing', version, { manifest, readme })
  await app.publish('npm', '@acme/billing', '2.1.0-rc.1', { manifest, readme, tag: 'next' })
  await app.publish('npm', 'tiny-cache', '1.0.0', {
    manifest: { description: 'A small cache', license: 'ISC' },
  })
  await app.publish('npm', 'zebra-lines', '3.1.0', { manifest: { description: 'Striped output' } })
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
