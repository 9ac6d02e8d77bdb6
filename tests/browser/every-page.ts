// Every page of the application, as its own list of routes has them, with data behind each.
import { expect, type Page } from '@playwright/test'
import type { TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import { cleanupPolicy, policiesPath } from '../support/cleanup-policies.ts'
import { publishBuild } from '../support/builders/build.ts'
import { go } from './navigation.ts'

/** An address for each route that leaves something open. */
const examples: Record<string, string> = {
  '/packages/$packageId': `/packages/${encodeURIComponent('npm://@acme/billing')}`,
  '/packages/$packageId/$versionId': `/packages/${encodeURIComponent('npm://@acme/billing')}/2.0.0`,
  '/repos/$': '/repos/tree/General/generic-local/web/web-2.tgz',
  '/builds/$name': '/builds/web',
  '/builds/$name/$number': '/builds/web/1',
  '/search/$type': '/search/packages',
  '/release-bundles/$activeTab': '/release-bundles/source',
  '/release-bundles/$activeTab/$': '/release-bundles/source/suite/1',
  '/security/scans/$': '/security/scans/packages',
  '/security/cve/$cveId': '/security/cve/CVE-2026-1',
  '/integrations/git/$vendorName': '/integrations/git/github',
  '/admin/monitoring/retention/edit/$ruleName': '/admin/monitoring/retention/edit/old-files',
  '/admin/monitoring/retention/policies/edit/$policyKey':
    '/admin/monitoring/retention/policies/edit/old-logs',
  '/admin/proxies/configuration/edit/$proxyName': '/admin/proxies/configuration/edit/way-out',
  '/admin/management/users/$name/edit': '/admin/management/users/ada/edit',
  '/admin/management/groups/$name/edit': '/admin/management/groups/crew/edit',
  '/admin/management/permissions/$name/edit': '/admin/management/permissions/crew-reads/edit',
  '/admin/repositories/$kind/$repoKey/edit': '/admin/repositories/local/npm-local/edit',
  '/user/my-{$provider}-redirect': '/user/my-acme-redirect',
  '/406/$requestId': '/406/0123456789abcdef',
  '/auth-provider/$type': '/auth-provider/saml',
  '/login/sso/$type': '/login/sso/saml',
  '/auth/sso/$type': '/auth/sso/saml',
  '/demo/admin/$': '/demo/admin/policies',
  '/$': '/nowhere',
}

const oldFiles = {
  name: 'old-files',
  isOn: false,
  repositories: ['generic-local'],
  pattern: '',
  property: '',
  olderThanDays: 365,
  unusedDays: null,
  keepVersions: null,
}

export async function seedEveryPage(app: TestApp) {
  await app.user({ name: 'ada' })
  await app.group({ name: 'crew', members: ['ada'] })
  await app.permission({ name: 'crew-reads', repositories: ['generic-local'], groups: { crew: ['read'] } })
  const proxy = { key: 'way-out', host: 'proxy.example.org', port: 3128 }
  await app.fetch('/ui/api/v1/proxies', json('POST', proxy))
  await app.fetch('/ui/api/v1/retention/old-files', json('PUT', oldFiles))
  const policy = cleanupPolicy('old-logs', { createdBeforeInDays: 90 })
  await app.fetch(`${policiesPath}/old-logs`, json('POST', policy))
  await app.fetch(
    '/access/api/v1/projects',
    json('POST', { project_key: 'shop', display_name: 'The web shop' }),
  )
  await app.fetch('/artifactory/generic-local/web/web-2.tgz', { method: 'PUT', body: 'second' })
  await publishBuild(app.fetch, { artifacts: [{ name: 'web-2.tgz', content: 'second' }] })
}

interface Router {
  routesByPath: Record<string, { options: { component?: unknown } }>
  state: { status: string; resolvedLocation?: { pathname: string }; location: { pathname: string } }
}

/** Asked of the running application, so that a new route is walked without being named here. */
export async function everyAddress(page: Page): Promise<string[]> {
  const paths = await page.evaluate(() => {
    const { routesByPath } = (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__
    return Object.keys(routesByPath).filter((path) => routesByPath[path]?.options.component !== undefined)
  })
  return paths.map((path) => {
    const address = path.includes('$') ? examples[path] : path
    if (address === undefined) throw new Error(`tests/browser/every-page.ts has no address for ${path}`)
    return address
  })
}

/** Goes there, waits until everything it asked for has arrived, and says where it ended. */
export async function visit(page: Page, open: ReadonlySet<unknown>, address: string): Promise<string> {
  await go(page, address)
  // What answers lead to (a page that leads elsewhere, say) happens after they have arrived, once the browser gets to it.
  await expect
    .poll(
      async () => {
        const looks = [await look(page), await look(page), await look(page)]
        return open.size === 0 && looks.every((where) => where !== undefined && where === looks[0])
      },
      { intervals: [20] },
    )
    .toBe(true)
  return new URL(page.url()).pathname.replace('/ui', '')
}

/** Where the page is when the browser has nothing else to do; nothing while the router is on its way. */
const look = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string | undefined>((tell) => {
        requestIdleCallback(() =>
          requestAnimationFrame(() => {
            const { state } = (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__
            const isThere =
              state.status === 'idle' && state.resolvedLocation?.pathname === state.location.pathname
            tell(isThere ? location.pathname : undefined)
          }),
        )
      }),
  )

/** The requests that wait for their answer. The stream of events never ends. */
export function watchOpen(page: Page): ReadonlySet<unknown> {
  const open = new Set<unknown>()
  page.on('request', (request) => {
    if (!request.url().includes('/ui/api/v1/events')) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}
