// What people store is shown as what it is: text. Rows G01, G02 and G04 of the threat table.
import type { Page } from '@playwright/test'
import { json } from '../support/browser.ts'
import { publishBuild } from '../support/builders/build.ts'
import { addressOf, expect, signIn, test } from './fixtures.ts'
import { go } from './navigation.ts'

test.use({ appEnv: { BINDERY_SERVER_NAME: 'hostile' }, allowFailures: true })

const picture = '<img src=x onerror=alert(1)>'
const link = 'javascript:alert(1)'

const readme = `# Trap ${picture}

<javascript:alert(1)> [plain](javascript:alert(1)) [coded](&#106;avascript:alert(1)) [named][x] ![p](javascript:alert(1))

<svg><script>alert(1)</script></svg> <a href="data:text/html,<script>alert(1)</script>">data</a>

<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">

<iframe srcdoc="<script>alert(1)</script>"></iframe><form action="javascript:alert(1)"><button>send</button></form>

[x]: vbscript:x
`

test('G01, G02, G04: nothing that was stored runs as a script or leads to one', async ({
  page,
  context,
  app,
}) => {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await app.publish('npm', 'trap', '1.0.0', {
    readme,
    manifest: {
      description: picture,
      license: picture,
      homepage: link,
      author: { name: picture, email: `"${picture}"@example.org`, url: link },
      repository: { type: 'git', url: link },
      bugs: { url: link },
      keywords: [picture],
    },
  })
  const file = `"><img src=x onerror=alert(1)>.txt`
  const folder = `/artifactory/generic-local/${encodeURIComponent(picture.replaceAll(/[<>=]/g, '_'))}`
  // A name may be refused; what is taken has to be shown.
  for (const path of [`/artifactory/generic-local/${encodeURIComponent(file)}`, `${folder}/a.txt`])
    await app.fetch(`${path};note=${encodeURIComponent(picture)}`, { method: 'PUT', body: picture })
  await app.fetch(`/artifactory/generic-local/plain.txt;note=${encodeURIComponent(picture)}`, {
    method: 'PUT',
    body: picture,
  })
  await app.fetch('/ui/api/v1/groups', json('POST', { name: 'trappers', description: picture }))
  await publishBuild(app.fetch, {
    name: 'trap',
    environment: { [`A_${picture}`]: picture },
    artifacts: [{ name: picture, content: 'x' }],
    more: {
      url: link,
      agent: { name: picture, version: picture },
      vcs: [{ url: link, revision: picture, branch: picture, message: picture }],
      issues: { tracker: { name: picture }, affectedIssues: [{ key: picture, url: link, summary: picture }] },
    },
  })
  await signIn(context, app)
  await page.goto('/ui/packages')
  for (const [path, text] of pages) {
    await go(page, path)
    await expect(page.getByText(text).first(), path).toBeVisible()
    expect(await scriptsIn(page), path).toEqual([])
  }
  expect(asked).toEqual([])
})

const version = addressOf('npm://trap', '1.0.0').replace('/ui', '')

/** Where each is shown, and a word that says that it is. */
const pages: [path: string, text: string | RegExp][] = [
  ['/packages', picture],
  [addressOf('npm://trap').replace('/ui', ''), picture],
  [version, 'Trap'],
  ['/repos/tree/General/generic-local/plain.txt', 'plain.txt'],
  ['/repos/tree/Properties/generic-local/plain.txt', picture],
  ['/repos/tree/Preview/generic-local/plain.txt', picture],
  ['/admin/management/groups', 'trappers'],
  ['/admin/management/groups/trappers/edit', 'trappers'],
  ['/builds', 'trap'],
  ['/builds/trap/1', picture],
  ['/builds/trap/1?tab=environment', 'A_'],
  ['/builds/trap/1?tab=issues', picture],
]

/** Addresses and attributes that could run something, wherever they stand. */
const scriptsIn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      element
        .getAttributeNames()
        .map((name) => `${name}=${element.getAttribute(name) ?? ''}`)
        .filter(
          (text) =>
            /^on\w+=/i.test(text) ||
            /^(?:href|src|action|srcdoc|xlink:href)=\s*(?:javascript|vbscript|data:text)/i.test(text),
        ),
    ),
  )
