// Every registered route is opened with what an attacker, a broken link or a cat on the keyboard may put into an address:
// no script runs, nothing is asked of foreign hosts, no page breaks.
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

test.use({ appEnv: { BINDERY_SERVER_NAME: 'hostile' }, allowFailures: true })

const script = '"><img src=//evil.example/x onerror=alert(1)><script>alert(1)</script>'

/** What may stand in the place of a part of the path. */
const parts = [
  script,
  'javascript:alert(1)',
  '..',
  '../../../etc/passwd',
  'a\u0000b',
  '\u202egnp.exe',
  '{{constructor.constructor("alert(1)")()}}',
  '__proto__',
  'x'.repeat(3000),
]

/** What may stand behind the path. */
const tails = [
  `?name=${encodeURIComponent(script)}`,
  '?name[]=1&name[]=2&name=3&__proto__[polluted]=1&constructor.prototype.polluted=1',
  '?redirect=//evil.example&redirectTo=javascript:alert(1)&returnUrl=https://evil.example&url=data:text/html,x',
  '?activeTab=%00&sort=%F0%9F%92%A3:asc&limit=-1&after=%25&page=1e309&show=[object%20Object]',
  `?name=${'y'.repeat(6000)}`,
  '#javascript:alert(1)',
  `#${encodeURIComponent(script)}`,
  '#/legacy/../../path?x=//evil.example',
  '#access_token=stolen&state=%3Cscript%3E',
]

/** What is no route at all; kept raw, so that nothing tidies it on the way. */
const unknown = [
  '//evil.example/%2e%2e',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/packages/%252e%252e%252f',
  '/packages//////',
  '/\\evil.example',
  '/;/packages;jsessionid=1',
  '/packages%00.html',
  '/%E0%A4%A',
  '/admin/../admin/%2e%2e%2f',
  `/${'deep/'.repeat(200)}`,
]

test('no address runs a script, leaves the site or breaks a page', async ({ page, context, app }) => {
  test.setTimeout(300_000)
  const foreign: string[] = []
  const broken: string[] = []
  page.on('request', (request) => {
    const address = request.url()
    if (!address.startsWith(app.url) && !/^(?:data|blob):/.test(address)) foreign.push(address)
  })
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') broken.push(`a dialog: ${dialog.message()}`)
    void dialog.accept()
  })
  page.on('pageerror', (error) => broken.push(error.message))
  await signIn(context, app)
  await page.goto('/ui/overview')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const routes = await routesOf(page)
  expect(routes.length).toBeGreaterThan(40)
  for (const [index, route] of routes.entries()) {
    // Each route meets each kind of tail and part over the run; all of them on all would take an hour.
    const part = parts[index % parts.length] ?? ''
    const tail = tails[index % tails.length] ?? ''
    await visit(page, `/ui${fill(route, encodeURIComponent(part))}${tail}`, broken)
  }
  for (const part of parts) await visit(page, `/ui/packages/${encodeURIComponent(part)}`, broken)
  for (const tail of tails) await visit(page, `/ui/packages${tail}`, broken)
  expect(broken).toEqual([])
  expect(foreign).toEqual([])
  expect(await page.evaluate(() => 'polluted' in {})).toBe(false)
})

test('addresses that are no route are said to be none, in the page or by the server', async ({
  page,
  context,
  app,
}) => {
  await signIn(context, app)
  for (const path of unknown) {
    const reply = await context.request.get(`${app.url}/ui${path}`, { maxRedirects: 0 })
    expect([path, reply.status() < 500]).toEqual([path, true])
    expect(reply.headers()['location'] ?? '/').toMatch(/^\/(?![/\\])/)
    expect(reply.headers()['content-security-policy'] ?? '').not.toContain('unsafe-inline')
  }
  await page.goto('/ui/nowhere/<script>alert(1)</script>')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

const fill = (route: string, value: string) =>
  route.replaceAll(/\{?\$\w+\}?/g, value).replace(/\/\$$/, `/${value}`)

/** As the router has them, so that nobody has to list what is added. */
const routesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { __TSR_ROUTER__: router } = window as unknown as {
      __TSR_ROUTER__: { routesByPath: Record<string, unknown> }
    }
    // Signing out would end the walk, and the portal leads to another site on purpose.
    return Object.keys(router.routesByPath).filter((path) => !/logout|redirect/.test(path))
  })

/** Inside the application, as a click would go there: a load of each page would take ten times as long. */
async function visit(page: Page, address: string, broken: string[]) {
  await page.evaluate((to) => {
    history.pushState({}, '', new URL(to, location.origin))
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, address)
  await page.waitForFunction(() => {
    const { __TSR_ROUTER__: router } = window as unknown as {
      __TSR_ROUTER__: { state: { status: string } }
    }
    return router.state.status === 'idle'
  })
  if (await page.getByText('Oops!').isVisible()) broken.push(`the error page at ${address.slice(0, 200)}`)
  const host = new URL(page.url()).host
  if (address.startsWith('/') && host !== new URL(await page.evaluate(() => location.origin)).host)
    broken.push(`left the site at ${address}`)
}
