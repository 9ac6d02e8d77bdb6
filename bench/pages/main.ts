// What a visit of the main screens costs, as a browser with an empty cache sees it, and how soon a route change shows its
// frame. Prints tables for docs/performance.md. Run it by itself: npm run pages
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { binderyPassword, binderyUser, startBindery } from '../peers/bindery.ts'
import { logIn } from '../peers/peer.ts'
import { buildContent, seed } from '../seed.ts'
import { measureChanges } from './changes.ts'
import { measureLoad } from './loads.ts'
import { renderColumns } from './render.ts'

const visitors = {
  stranger: [['Sign-in', '/ui/login']],
  administrator: [
    ['Overview', '/ui/overview'],
    ['Packages', '/ui/packages'],
    ['Package with 100 versions', '/ui/packages/npm%3A%2F%2Fbench-many'],
    ['Artifacts', '/ui/repos/tree/General'],
    ['Builds', '/ui/builds'],
    ['Repositories', '/ui/admin/repositories'],
    ['Users', '/ui/admin/management/users'],
    ['Permission', '/ui/admin/management/permissions/Anything/edit'],
    ['Storage summary', '/ui/admin/monitoring/storage-summary'],
  ],
} as const

const size = { viewport: { width: 1440, height: 900 } }

const folder = await mkdtemp(join(tmpdir(), 'bindery-pages-'))
const server = await startBindery(folder)
try {
  const { origin } = new URL(server.registry)
  await seed(
    await buildContent(100),
    server.registry,
    await logIn(server.registry, binderyUser, binderyPassword),
  )
  const browser = await chromium.launch({
    executablePath: process.env['BINDERY_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  console.log(renderColumns(await measureLoads(browser, origin)))
  console.log()
  console.log(renderColumns(await measureChanges(await signedIn(browser, origin), origin)))
  await browser.close()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measureLoads(browser: Browser, origin: string): Promise<string[][]> {
  const rows = [['Screen', 'Transferred', 'Requests', 'First paint', 'Largest paint', 'Layout shift']]
  for (const [name, path] of visitors.stranger)
    rows.push([name, ...(await measureLoad(await browser.newContext(size), origin + path))])
  for (const [name, path] of visitors.administrator)
    rows.push([name, ...(await measureLoad(await signedIn(browser, origin), origin + path))])
  return rows
}

async function signedIn(browser: Browser, origin: string): Promise<BrowserContext> {
  const context = await browser.newContext(size)
  const reply = await context.request.post(`${origin}/ui/api/v1/ui/auth/login`, {
    headers: { 'X-Requested-With': 'bindery' },
    data: { user: binderyUser, password: binderyPassword, type: 'login' },
  })
  if (!reply.ok()) throw new Error(`Signing in failed: ${reply.status()} ${await reply.text()}`)
  return context
}
