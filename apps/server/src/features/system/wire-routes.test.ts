// Artifactory's system API.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'

let app: TestApp
let ann: Send

beforeAll(async () => {
  app = await startTestApp()
  ann = app.as(await app.user({ name: 'ann' }))
})

afterAll(() => app.close())

const base = '/artifactory/api/system'
const post = (send: Send, path: string, body: object = {}) => send(`${base}/${path}`, json('POST', body))

test('the service has an id that stays, and tokens for it are taken', async () => {
  const read = async () => (await ann(`${base}/service_id`)).text()
  const id = await read()
  expect(id).toMatch(/^jfrt@01[\da-z]+$/)
  await app.restart()
  expect(await read()).toBe(id)
  const take = async (audience: string) => {
    const made = await app.fetch('/access/api/v1/tokens', json('POST', { audience }))
    const { access_token: token } = (await made.json()) as { access_token: string }
    return (await app.as({ token })(`${base}/service_id`)).status
  }
  expect([await take(id), await take('jfrt@01another')]).toEqual([200, 401])
  expect((await app.anonymous(`${base}/service_id`)).status).toBe(401)
})

test('what clients tell of their use is taken, by users only', async () => {
  const usage = {
    productId: 'jfrog-cli-go/2.0',
    features: [{ featureId: 'rt_upload', attributes: { a: 'b' } }],
  }
  expect((await post(ann, 'usage', usage)).status).toBe(200)
  expect((await post(app.anonymous, 'usage', usage)).status).toBe(401)
  expect((await post(ann, 'usage', { features: 'many' })).status).toBe(400)
})

test('administrators see what runs here', async () => {
  const info = await (await app.fetch(base)).text()
  const engine = app.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  for (const part of [
    'Bindery ',
    'Enterprise Plus',
    engine,
    'Parts of names: indexed',
    process.version,
    app.url,
  ])
    expect(info).toContain(part)
  const { nodes } = (await (await app.fetch(`${base}/status`)).json()) as { nodes: { id: string }[] }
  expect(nodes).toEqual([{ id: expect.any(String), state: 'RUNNING' }])
  expect(info).toContain(nodes[0]?.id)
  expect(await (await app.fetch('/artifactory/api/v1/system/info')).text()).toContain(nodes[0]?.id)
  for (const path of ['', '/status']) expect((await ann(`${base}${path}`)).status).toBe(403)
})

test('how the scanner is connected: repositories are marked, and nothing scans yet', async () => {
  const marked = { rclass: 'local', packageType: 'npm', xrayIndex: true }
  await app.fetch('/artifactory/api/repositories/marked', json('PUT', marked))
  const place = '/artifactory/api/xrayRepo'
  const state = { enabled: false, repositories: ['marked'] }
  expect(await (await app.fetch(`${place}/getIntegrationConfig`)).json()).toEqual(state)
  const saved = await app.fetch(`${place}/updateXrayBasicSettings`, json('POST', { enabled: true }))
  expect([saved.status, await saved.json()]).toEqual([200, state])
  expect((await ann(`${place}/getIntegrationConfig`)).status).toBe(403)
})

test('administrators read the configuration as XML, without secrets', async () => {
  const create = (key: string, body: object) =>
    app.fetch(`/artifactory/api/repositories/${key}`, json('PUT', body))
  const remote = { rclass: 'remote', packageType: 'npm', url: 'https://npm.example.org/', username: 'bob' }
  await create('far', { ...remote, password: 'secret-of-bob', description: '<far> & "away"\u0001' })
  await create('both', { rclass: 'virtual', packageType: 'npm', repositories: ['npm-local', 'far'] })
  const proxy = {
    key: 'out',
    host: 'proxy.example.org',
    port: 3128,
    user: 'px',
    password: 'secret-of-px',
  }
  await app.fetch('/ui/api/v1/proxies', json('POST', proxy))
  const reply = await app.fetch(`${base}/configuration`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  const xml = await reply.text()
  expect(xml).toContain('<anonAccessEnabled>false</anonAccessEnabled>')
  const far = xml.split('<remoteRepository>').find((one) => one.includes('<key>far</key>'))
  for (const part of [
    '<type>npm</type>',
    '<url>https://npm.example.org/</url>',
    '<username>bob</username>',
    '<description>&lt;far&gt; &amp; &quot;away&quot;</description>',
  ])
    expect(far).toContain(part)
  expect(xml).toMatch(/<repositoryRef>npm-local<\/repositoryRef>\s*<repositoryRef>far<\/repositoryRef>/)
  expect(xml).toMatch(/<proxy>\s*<key>out<\/key>\s*<host>proxy.example.org<\/host>/)
  for (const secret of ['secret-of', 'password>', 'sealed']) expect(xml).not.toContain(secret)
  expect((await ann(`${base}/configuration`)).status).toBe(403)
})

test('secrets stay sealed', async () => {
  expect((await post(app.fetch, 'encrypt')).status).toBe(200)
  expect((await post(app.fetch, 'decrypt')).status).toBe(409)
  expect((await post(ann, 'encrypt')).status).toBe(403)
  expect((await post(ann, 'decrypt')).status).toBe(403)
})

test('a copy of a repository takes every file along', async () => {
  const filter = (send: Send, repoKey: string) =>
    send('/artifactory/api/localgenerated/filter/paths', json('POST', { repoKey, paths }))
  const paths = [{ path: 'a', fullPath: 'a/b.txt' }]
  expect(await (await filter(app.fetch, 'generic-local')).json()).toEqual({ repoKey: 'generic-local', paths })
  expect((await filter(app.fetch, 'nowhere')).status).toBe(404)
  await app.closeReading()
  expect((await filter(ann, 'generic-local')).status).not.toBe(200)
})

test('there are no plug-ins to run', async () => {
  for (const path of ['plugins', 'plugins/execute/mine', 'plugins/reload'])
    expect((await app.fetch(`/artifactory/api/${path}`, { method: 'POST' })).status).toBe(404)
  expect((await app.fetch('/artifactory/api/plugins')).status).toBe(404)
})
