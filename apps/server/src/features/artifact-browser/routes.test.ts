import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  AccessEntry,
  ArchiveItem,
  FoundItem,
  ItemDetails,
  Page,
  Preview,
  RecentDownload,
  TreeItem,
  TreeRoot,
} from '@bindery/contracts'
import { tarOf, zipOf } from '../../registry/archives/archive.fixture.ts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { copyFile } from '../../../../../tests/support/many-files.ts'
import { startUpstream } from '../../../../../tests/support/upstream.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  await app.closeReading()
  await app.publish('npm', '@acme/billing', '1.0.0')
  await put('team/alpha/deep/one.txt', 'first line\nsecond line\n')
  await put('team/beta/two.txt', 'two')
  await put('team/beta/three.txt', 'three')
  await put('secret/plan.txt', 'hidden')
})

afterAll(() => app.close())

const put = async (path: string, body: string | Buffer<ArrayBuffer>) => {
  const reply = await app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body })
  expect(reply.status).toBe(201)
}

async function makeRepository(key: string, config: object) {
  const reply = await app.fetch('/ui/api/v1/repositories', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key, ...config }),
  })
  expect(reply.status, await reply.clone().text()).toBe(200)
}

const address = (call: string, values: Record<string, string>) =>
  `/ui/api/v1/artifacts/${call}?${new URLSearchParams(values).toString()}`

async function read<T>(
  call: string,
  values: Record<string, string> = {},
  send: Send = app.fetch,
): Promise<T> {
  const reply = await send(address(call, values))
  expect(reply.status, await reply.clone().text()).toBe(200)
  return (await reply.json()) as T
}

const statusOf = async (call: string, values: Record<string, string>, send: Send = app.fetch) =>
  (await send(address(call, values))).status

const children = (path: string, more: Record<string, string> = {}, send?: Send) =>
  read<Page<TreeItem>>('children', { repository: 'generic-local', path, ...more }, send)

const namesOf = (page: Page<TreeItem>) => page.items.map((item) => item.name)

test('the tree shows folders first, joins folders with nothing but one folder in them, and goes on page by page', async () => {
  const team = await children('team')
  expect(team.items).toMatchObject([
    { name: 'alpha/deep', path: 'team/alpha/deep', isFolder: true, hasChildren: true },
    { name: 'beta', path: 'team/beta', isFolder: true, hasChildren: true },
  ])
  const first = await children('team/beta', { limit: '1' })
  expect(first).toMatchObject({ items: [{ name: 'three.txt', size: 5 }], total: 2, hasNextPage: true })
  const second = await children('team/beta', { limit: '1', after: first.endCursor ?? '' })
  expect(second).toMatchObject({ items: [{ name: 'two.txt' }], hasNextPage: false })
  expect(namesOf(await children('team/beta', { name: 'tw' }))).toEqual(['two.txt'])
})

test('a folder with very many files is read in pages that miss nothing and repeat nothing', async () => {
  await put('many/first.txt', 'x')
  await copyFile(app, 'team/beta/two.txt', 'many', 5_200)
  const names: string[] = []
  for (let after: string | null = ''; after !== null;) {
    const page: Page<TreeItem> = await children('many', { limit: '500', ...(after === '' ? {} : { after }) })
    expect(page.total).toBe(5_201)
    names.push(...namesOf(page))
    after = page.hasNextPage ? page.endCursor : null
  }
  expect(names).toEqual([...Array.from({ length: 5_200 }, (_, index) => `f${100_000 + index}`), 'first.txt'])
})

test('J25: a folder with a hundred thousand files gives a page at a time, and any of them by its name', async () => {
  await put('huge/first.txt', 'x')
  await copyFile(app, 'team/beta/two.txt', 'huge', 100_000)
  const page = await children('huge')
  expect([page.items.length, page.items[0]?.name, page.hasNextPage]).toEqual([200, 'f100000', true])
  const next = await children('huge', { after: page.endCursor ?? '' })
  expect(next.items[0]?.name).toBe('f100200')
  expect(namesOf(await children('huge', { name: 'f19999' }))).toHaveLength(10)
  expect(await read('size', { repository: 'generic-local', path: 'huge' })).toMatchObject({ files: 100_001 })
  // Writing so many rows takes a busy machine its time.
})

test('whoever may read a part sees that part, and nothing tells of the rest', async () => {
  const ann = await app.user({ name: 'ann' })
  await app.permission({
    name: 'ann reads the team',
    repositories: ['generic-local'],
    include: ['team/**'],
    users: { ann: ['read'] },
  })
  const send = app.as(ann)
  expect((await read<TreeRoot[]>('roots', {}, send)).map(({ key }) => key)).toEqual([
    'generic-local',
    'generic-virtual',
  ])
  const root = await children('', {}, send)
  expect(namesOf(root)).toEqual(['team'])
  expect(root.total).toBe(-1)
  expect(await statusOf('item', { repository: 'generic-local', path: 'secret/plan.txt' }, send)).toBe(404)
  expect(await statusOf('preview', { repository: 'generic-local', path: 'secret/plan.txt' }, send)).toBe(404)
  expect(await statusOf('children', { repository: 'generic-local', path: 'secret' }, send)).toBe(404)
  expect(await statusOf('children', { repository: 'generic-local', path: 'nothing' }, send)).toBe(404)
  expect(await statusOf('item', { repository: 'npm-local' }, send)).toBe(404)
  expect(await statusOf('item', { repository: 'no-such' }, send)).toBe(404)
  expect(await read<{ items: FoundItem[] }>('find', { text: 'plan' }, send)).toEqual({
    items: [],
    isCut: false,
  })
  expect(await read('size', { repository: 'generic-local', path: 'team' }, send)).toMatchObject({
    files: 3,
    folders: 3,
    isCut: false,
  })
  expect(await statusOf('access', { repository: 'generic-local', path: 'team' }, send)).toBe(403)
  expect(await statusOf('roots', {}, app.anonymous)).toBe(401)
})

test('files and folders are found anywhere by the beginning of their name, or of the end of their path', async () => {
  const found = await read<{ items: FoundItem[] }>('find', { text: 'ONE' })
  expect(found.items).toEqual([
    { repository: 'generic-local', path: 'team/alpha/deep/one.txt', isFolder: false, size: 23 },
  ])
  expect((await read<{ items: FoundItem[] }>('find', { text: 'deep/on' })).items).toHaveLength(1)
  expect((await read<{ items: FoundItem[] }>('find', { text: 'beta/on' })).items).toEqual([])
  expect(
    (await read<{ items: FoundItem[] }>('find', { text: 'one', repositories: 'npm-local' })).items,
  ).toEqual([])
})

test('a file tells its digests, its package and what one may do with it', async () => {
  const path = '@acme/billing/-/@acme/billing-1.0.0.tgz'
  const found = await read<{ items: FoundItem[] }>('find', { text: 'billing-1' })
  const item = await read<ItemDetails>('item', {
    repository: 'npm-local',
    path: found.items[0]?.path ?? path,
  })
  expect(item).toMatchObject({
    repository: 'npm-local',
    heldBy: 'npm-local',
    createdBy: 'admin',
    file: {
      downloads: 0,
      package: { id: 'npm://@acme/billing', version: '1.0.0' },
    },
    can: { read: true, delete: true, manage: true },
  })
  expect(item.file?.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(item.url).toContain('/artifactory/npm-local/%40acme/billing/')
  const root = await read<ItemDetails>('item', { repository: 'npm-local' })
  expect(root).toMatchObject({ file: null, repositoryFacts: { kind: 'local' } })
  expect(root.repositoryFacts?.clientUrl).toMatch(/\/artifactory\/api\/npm\/npm-local\/$/)
})

test('those who manage a place see who may do what there, and through which permission', async () => {
  await app.group({ name: 'builders' })
  await app.permission({
    name: 'builders deploy',
    repositories: ['ANY LOCAL'],
    include: ['team/beta/**'],
    groups: { builders: ['read', 'deploy'] },
  })
  const at = (path: string) =>
    read<{ items: AccessEntry[]; administrators: number }>('access', { repository: 'generic-local', path })
  expect((await at('team/beta/two.txt')).items).toContainEqual({
    kind: 'group',
    name: 'builders',
    actions: ['read', 'deploy'],
    through: ['builders deploy'],
  })
  expect((await at('secret/plan.txt')).items.map(({ name }) => name)).not.toContain('builders')
  expect((await at('')).administrators).toBe(1)
})

test('text is shown as text, pictures as pictures, and everything else as bytes, whatever the name says', async () => {
  const preview = (path: string) => read<Preview>('preview', { repository: 'generic-local', path })
  expect(await preview('team/alpha/deep/one.txt')).toMatchObject({
    kind: 'text',
    text: 'first line\nsecond line\n',
    isCut: false,
  })
  await put('show/page.txt', '<html><script>alert(1)</script></html>')
  expect(await preview('show/page.txt')).toMatchObject({ kind: 'text', mimeType: 'text/plain' })
  await put('show/not-a-picture.png', gzipSync('some bytes'))
  expect(await preview('show/not-a-picture.png')).toMatchObject({ kind: 'binary' })
  expect((await preview('show/not-a-picture.png')).text).toMatch(/^00000000 {2}1f 8b 08/)
  expect(await statusOf('image', { repository: 'generic-local', path: 'show/not-a-picture.png' })).toBe(400)
  await put('show/long.txt', 'é'.repeat(3_000_000))
  expect(await preview('show/long.txt')).toMatchObject({ kind: 'text', isCut: true })
  expect(await statusOf('preview', { repository: 'generic-local', path: 'show' })).toBe(400)
})

test('a drawing that brings a script is sent so that nothing in it can run', async () => {
  await put('show/drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const reply = await app.fetch(address('image', { repository: 'generic-local', path: 'show/drawing.svg' }))
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toBe('image/svg+xml')
  const policy = reply.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain('sandbox')
  expect(policy).not.toContain('script-src')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
})

test('an archive is looked into without being unpacked: its entries, one of them shown, one of them downloaded', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  const entries = {
    'META-INF/MANIFEST.MF': 'Main-Class: x\n',
    'img/logo.svg': drawing,
    'page.html': '<b>hi</b>',
  }
  await put('lib/app.jar', await zipOf(entries))
  await put('lib/app.tgz', gzipSync(await tarOf(entries)))
  for (const name of ['app.jar', 'app.tgz']) {
    const place = { repository: 'generic-local', path: `lib/${name}` }
    const listed = await read<{ items: ArchiveItem[]; isCut: boolean }>('contents', place)
    expect(listed).toEqual({
      items: Object.entries(entries).map(([path, text]) => ({ path, kind: 'file', size: text.length })),
      isCut: false,
    })
    const entry = (of: string) => ({ ...place, entry: of })
    expect(await read<Preview>('preview', entry('META-INF/MANIFEST.MF'))).toMatchObject({
      kind: 'text',
      text: 'Main-Class: x\n',
    })
    expect(await read<Preview>('preview', entry('img/logo.svg'))).toMatchObject({ kind: 'image' })
    const picture = await app.fetch(address('image', entry('img/logo.svg')))
    expect(picture.headers.get('content-security-policy')).toContain('sandbox')
    const page = await app.fetch(address('entry', entry('page.html')))
    expect(page.headers.get('content-disposition')).toBe(
      `attachment; filename="page.html"; filename*=UTF-8''page.html`,
    )
    expect(await page.text()).toBe('<b>hi</b>')
    expect(await statusOf('entry', entry('absent'))).toBe(404)
    expect(await statusOf('preview', entry('../../etc/passwd'))).toBe(404)
    expect((await read<ItemDetails>('item', place)).file?.isArchive).toBe(true)
  }
  await put('lib/broken.zip', 'no zip at all')
  expect(await statusOf('contents', { repository: 'generic-local', path: 'lib/broken.zip' })).toBe(400)
  expect(await statusOf('contents', { repository: 'generic-local', path: 'team/beta/two.txt' })).toBe(400)
  const stranger = app.as(await app.user({ name: 'looks-not' }))
  expect(await statusOf('contents', { repository: 'generic-local', path: 'lib/app.jar' }, stranger)).toBe(404)
})

test.each(['../other', 'a/../../b', 'a\\b', 'a//b', './a', 'x'.repeat(300)])(
  'the path %j is refused with a sentence',
  async (path) => {
    for (const call of ['children', 'item', 'size', 'access', 'builds', 'preview', 'image', 'contents'])
      expect(await statusOf(call, { repository: 'generic-local', path })).toBe(400)
  },
)

test('a cursor that this list did not give out is refused', async () => {
  expect(await statusOf('children', { repository: 'generic-local', after: 'nonsense' })).toBe(400)
})

test('a virtual repository shows what its members hold, once each, and a file what it is reached through', async () => {
  await makeRepository('other-local', { kind: 'local', format: 'generic' })
  await makeRepository('all', {
    kind: 'virtual',
    format: 'generic',
    config: { repositories: ['generic-local', 'other-local'] },
  })
  const upload = (path: string) =>
    app.fetch(`/artifactory/other-local/${path}`, { method: 'PUT', body: 'other' })
  await upload('team/beta/two.txt')
  await upload('team/gamma/four.txt')
  const page = await read<Page<TreeItem>>('children', { repository: 'all', path: 'team' })
  expect(page.items.map(({ name, repository }) => [name, repository])).toEqual([
    ['alpha', 'generic-local'],
    ['beta', 'generic-local'],
    ['gamma', 'other-local'],
  ])
  const item = await read<ItemDetails>('item', { repository: 'all', path: 'team/beta/two.txt' })
  expect(item).toMatchObject({
    repository: 'all',
    heldBy: 'generic-local',
    reachedThrough: ['all', 'generic-virtual'],
  })
  expect(item.file?.size).toBe(3)
  const root = await read<ItemDetails>('item', { repository: 'all' })
  expect(root.repositoryFacts).toMatchObject({ kind: 'virtual', members: ['generic-local', 'other-local'] })
})

test('a remote repository tells how its upstream does: not asked yet, failing, answering, or set offline', async () => {
  const upstream = await startUpstream()
  upstream.on('/busy.txt', (_request, response) => response.writeHead(503).end())
  upstream.on('/there.txt', 'there')
  const config = {
    kind: 'remote',
    format: 'generic',
    config: { url: upstream.url, assumedOfflinePeriodSecs: 0 },
  }
  await makeRepository('away', config)
  const upstreamFacts = async () =>
    (await read<ItemDetails>('item', { repository: 'away-cache' })).repositoryFacts?.upstream
  expect(await upstreamFacts()).toEqual({
    isOffline: false,
    answeredAt: null,
    failure: '',
    hitShare: null,
  })
  await app.fetch('/artifactory/away/busy.txt')
  expect(await upstreamFacts()).toMatchObject({ failure: 'The upstream of away answered 503.' })
  await app.fetch('/artifactory/away/there.txt')
  const well = await upstreamFacts()
  expect(well).toMatchObject({ isOffline: false, failure: '' })
  expect(well?.answeredAt).not.toBeNull()
  await app.fetch('/artifactory/api/repositories/away', json('POST', { offline: true }))
  expect(await upstreamFacts()).toMatchObject({ isOffline: true })
  await upstream.stop()
  const root = await read<ItemDetails>('item', { repository: 'npm-local' })
  expect(root.repositoryFacts?.upstream).toBeNull()
})

test('a file tells who fetched it lately, and with what', async () => {
  await app.fetch('/artifactory/generic-local/team/beta/two.txt', { headers: { 'user-agent': 'fetcher/3' } })
  const place = { repository: 'generic-local', path: 'team/beta/two.txt' }
  expect(await read<RecentDownload[]>('downloads', place)).toMatchObject([
    { by: 'admin', through: 'generic-local', client: 'fetcher/3' },
  ])
})
