import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStaticFiles, type StaticFiles, type StaticRequest } from './static.ts'

const root = mkdtempSync(join(tmpdir(), 'bindery-static-'))
const inline = "document.documentElement.dataset.theme = 'dark'"
const page = `<!doctype html><script>${inline}</script><script type="module" src="/ui/assets/app-abc123.js"></script>`
const script = 'console.log("a script that is long enough to be worth compressing")'.repeat(20)
let files: StaticFiles

beforeAll(async () => {
  const folder = join(root, 'dist')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  write(folder, 'index.html', page, true)
  write(folder, 'assets/app-abc123.js', script, true)
  write(folder, 'assets/font-abc123.woff2', 'font bytes', false)
  writeFileSync(join(folder, 'assets/large-abc123.bin'), Buffer.alloc(9 * 1024 * 1024))
  writeFileSync(join(folder, '.built-from'), 'secret of the build')
  writeFileSync(join(root, 'outside.txt'), 'root:x:0:0')
  files = await openStaticFiles(folder)
})

afterAll(() => rmSync(root, { recursive: true }))

function write(folder: string, name: string, content: string, isCompressed: boolean): void {
  writeFileSync(join(folder, name), content)
  if (!isCompressed) return
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content))
  writeFileSync(join(folder, `${name}.gz`), gzipSync(content))
}

function ask(path: string, headers: StaticRequest['headers'] = {}, method = 'GET') {
  const reply = files.respond({ method, path, headers })
  if (!reply) throw new Error(`${path} is not ours`)
  return reply
}

test('the smallest coding that the client takes is sent, and caches are told that it depends', () => {
  const coded = (accepted: string) => ask('/ui/assets/app-abc123.js', { 'accept-encoding': accepted })
  expect(coded('gzip, deflate, br').headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
  })
  expect(coded('gzip').body).toEqual(gzipSync(script))
  expect(coded('br;q=0, gzip;q=0.5').headers['content-encoding']).toBe('gzip')
  expect(coded('*').headers['content-encoding']).toBe('br')
  expect(coded('br;q=0, *;q=0').headers['content-encoding']).toBeUndefined()
  expect(ask('/ui/assets/app-abc123.js').body).toEqual(Buffer.from(script))
  expect(ask('/ui/assets/font-abc123.woff2', { 'accept-encoding': 'br' }).headers).toMatchObject({
    'content-type': 'font/woff2',
    'content-length': '10',
  })
})

test('hashed files are kept for ever, the page is asked for again each time', () => {
  expect(ask('/ui/assets/app-abc123.js').headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(ask('/ui/').headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  })
})

test('a page that did not change is answered with 304, each coding with its own tag', () => {
  const { etag = '' } = ask('/ui/').headers
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  expect(ask('/ui/', { 'if-none-match': etag })).toMatchObject({ status: 304, headers: { etag } })
  expect(ask('/ui/', { 'if-none-match': `"x", W/${etag}` }).status).toBe(304)
  expect(ask('/ui/', { 'if-none-match': '"x"' }).status).toBe(200)
  expect(ask('/ui/', { 'if-none-match': etag, 'accept-encoding': 'br' }).status).toBe(200)
  expect(ask('/ui/', { 'if-none-match': etag }).body).toBeUndefined()
})

test('HEAD has the headers of GET and no body', () => {
  const reply = ask('/ui/', {}, 'HEAD')
  expect(reply).toMatchObject({ status: 200, headers: ask('/ui/').headers })
  expect(reply.body).toBeUndefined()
})

test('every screen is the page, also when its address ends like a file', () => {
  for (const path of [
    '/ui/packages',
    '/ui/packages/npm%3A%2F%2Fleft-pad/1.3.0',
    '/ui/repos/tree/a/b.txt',
    '/ui/login/',
  ])
    expect(ask(path), path).toMatchObject({ status: 200, body: Buffer.from(page) })
})

test('a missing asset is a 404 and not the page', () => {
  for (const path of [
    '/ui/assets/app-old.js',
    '/ui/assets/',
    '/ui/favicon.ico',
    '/ui/index.html.br',
    '/ui/.built-from',
  ])
    expect(ask(path).status, path).toBe(404)
})

test.each([
  '/ui/..%2f..%2foutside.txt',
  '/ui/%2e%2e/outside.txt',
  '/ui/../outside.txt',
  '/ui/assets/../../outside.txt',
  '/ui/assets/..%5c..%5coutside.txt',
  '/ui/..%2f..%2f..%2f..%2fetc/passwd',
  '/ui/%2F%2F%2F%2F..%2F..%2F..%2F..%2Fetc%2Fpasswd',
  '/ui//etc/passwd%00',
])('%s leads nowhere', (path) => {
  const reply = ask(path)
  expect(reply.status).toBe(404)
  expect(String(reply.body)).not.toContain('root:x:')
})

test('the root and /ui lead to the application, other paths are not ours', () => {
  expect(ask('/')).toMatchObject({ status: 302, headers: { location: '/ui/' } })
  expect(ask('/ui')).toMatchObject({ status: 302, headers: { location: '/ui/' } })
  expect(files.respond({ method: 'GET', path: '/artifactory/x', headers: {} })).toBeUndefined()
  expect(files.respond({ method: 'GET', path: '/uix', headers: {} })).toBeUndefined()
})

test('what does not fit into the memory budget is left on the disk', () => {
  const { body, headers } = ask('/ui/assets/large-abc123.bin')
  expect(body).toEqual({ file: join(root, 'dist/assets/large-abc123.bin') })
  expect(headers['content-length']).toBe(String(9 * 1024 * 1024))
})

test('what a later build took away is a 404, also in the middle of it; what was read before is still there', async () => {
  const folder = join(root, 'rebuilt')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  mkdirSync(join(folder, 'fonts'))
  write(folder, 'index.html', page, true)
  for (const name of ['read', 'old', 'half']) write(folder, `assets/${name}-abc123.js`, script, true)
  write(folder, 'fonts/old.woff2', 'font bytes', false)
  writeFileSync(join(folder, 'assets/large-abc123.bin'), Buffer.alloc(9 * 1024 * 1024))
  const built = await openStaticFiles(folder)
  const statusOf = (path: string) => built.respond({ method: 'GET', path, headers: {} })?.status
  for (const name of ['read-abc123.js', 'large-abc123.bin'])
    expect(statusOf(`/ui/assets/${name}`), name).toBe(200)
  rmSync(join(folder, 'assets/half-abc123.js.br'))
  expect(statusOf('/ui/assets/half-abc123.js')).toBe(404)
  rmSync(folder, { recursive: true })
  for (const path of ['assets/old-abc123.js', 'assets/large-abc123.bin', 'fonts/old.woff2'])
    expect(statusOf(`/ui/${path}`), path).toBe(404)
  for (const path of ['assets/read-abc123.js', 'packages']) expect(statusOf(`/ui/${path}`), path).toBe(200)
})

test('the inline script of the page is allowed by its hash', () => {
  expect(files.scriptHashes).toEqual([`sha256-${createHash('sha256').update(inline).digest('base64')}`])
})

test('without a built application, a page says how to build it', async () => {
  const missing = await openStaticFiles(join(root, 'nowhere'))
  expect(missing.isBuilt).toBe(false)
  const reply = missing.respond({ method: 'GET', path: '/ui/', headers: {} })
  expect(reply?.status).toBe(503)
  expect(String(reply?.body)).toContain('npm run build')
})
