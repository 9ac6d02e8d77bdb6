// The built web application as plain replies: read once at the start, held in memory while small, never looked up
// on the disk by a name from a request. A path that was not there at the start does not exist.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, type Dirent } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { notBuiltPage } from './static-missing.ts'
import { acceptedCoding, matchesEntityTag, type Coding } from './negotiate.ts'

export type StaticBody = Buffer | { file: string }

export interface StaticReply {
  status: number
  headers: Readonly<Record<string, string>>
  /** Left out for HEAD, redirects and 304. */
  body?: StaticBody
  /** Whether it is a page or belongs to one, so that the page's policy applies. */
  isPage: boolean
}

export interface StaticRequest {
  method: string
  /** Of the URL, as sent: not decoded, without the query. */
  path: string
  headers: { 'accept-encoding'?: string | undefined; 'if-none-match'?: string | undefined }
}

export interface StaticFiles {
  /** Undefined for paths that are not ours: neither `/` nor under `/ui/`. */
  respond(request: StaticRequest): StaticReply | undefined
  /** CSP sources of the inline scripts of index.html. */
  scriptHashes: readonly string[]
  isBuilt: boolean
}

const memoryBudget = 8 * 1024 * 1024

/** Reads without giving way, about 10 ms for two hundred files: at the start nobody else waits. */
export async function openStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = readEntries(folder)
  const index = entries.get('index.html')
  const html = index?.variants.identity?.body
  return {
    isBuilt: index !== undefined,
    scriptHashes: Buffer.isBuffer(html) ? hashesOfInlineScripts(html.toString('utf8')) : [],
    respond: (request) => respond(entries, request),
  }
}

interface Variant {
  body: StaticBody
  etag: string
  headers: Readonly<Record<string, string>>
  notModified: Readonly<Record<string, string>>
}

interface Entry {
  variants: Partial<Record<Coding, Variant>>
}

/** What people type, and what the clients of Artifactory ask for to see whether anybody is there. */
export const entrances: ReadonlySet<string> = new Set(['/', '/ui', '/artifactory', '/artifactory/'])

function respond(entries: Map<string, Entry>, request: StaticRequest): StaticReply | undefined {
  if (entrances.has(request.path)) return redirectToApp
  if (!request.path.startsWith('/ui/')) return undefined
  const entry = findEntry(entries, request.path.slice('/ui/'.length))
  if (!entry) return entries.has('index.html') ? missing(request.method) : notBuilt(request.method)
  return deliver(entry, request)
}

/**
 * Screens have no file of their own: index.html shows them. A missing asset must not turn into a page.
 * A dot alone does not make an asset: addresses of screens end in versions and file names.
 */
function findEntry(entries: Map<string, Entry>, name: string): Entry | undefined {
  const isAsset = /^(?:assets\/|\.)/.test(name) || /^[^/]+\.[A-Za-z0-9]{1,12}$/.test(name)
  return entries.get(name) ?? (isAsset || isSuspicious(name) ? undefined : entries.get('index.html'))
}

/** No screen has such an address; answering with a page would make scanners believe they got somewhere. */
const isSuspicious = (name: string) => /(?:^|\/|%2f|%5c|\\)(?:\.|%2e){1,2}(?:$|\/|%2f|%5c|\\)|%00/i.test(name)

function deliver(entry: Entry, { method, headers }: StaticRequest): StaticReply {
  const variant = chooseVariant(entry, headers['accept-encoding'])
  if (matchesEntityTag(headers['if-none-match'], variant.etag))
    return { status: 304, headers: variant.notModified, isPage: true }
  const reply = { status: 200, headers: variant.headers, isPage: true }
  return method === 'HEAD' ? reply : { ...reply, body: variant.body }
}

function chooseVariant(entry: Entry, accepted: string | undefined): Variant {
  const coding = acceptedCoding(accepted, (candidate) => entry.variants[candidate] !== undefined)
  const variant = entry.variants[coding] ?? entry.variants.identity
  if (!variant) throw new Error('A static file has no plain variant')
  return variant
}

function readEntries(folder: string): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  const files = listFiles(folder)
  const names = new Set(files)
  let left = memoryBudget
  // The page first, so that it is always in memory: its scripts are hashed.
  for (const name of files.sort((a, b) => Number(b === 'index.html') - Number(a === 'index.html'))) {
    if (isVariantOfAnother(name, names) || name.startsWith('.')) continue
    const entry = readEntry(folder, name, names, left)
    left -= sizeInMemory(entry)
    entries.set(name, entry)
  }
  return entries
}

function readEntry(folder: string, name: string, names: Set<string>, left: number): Entry {
  const bytes = readFileSync(join(folder, name))
  const digest = hash('sha256', bytes, 'base64url').slice(0, 22)
  const entry: Entry = { variants: {} }
  for (const [coding, suffix] of codingSuffixes) {
    const file = join(folder, name + suffix)
    if (!names.has(name + suffix)) continue
    const size = coding === 'identity' ? bytes.length : statSync(file).size
    const isKept = size <= left
    if (isKept) left -= size
    const body = isKept ? (coding === 'identity' ? bytes : readFileSync(file)) : { file }
    entry.variants[coding] = variantOf(name, coding, digest, body, size)
  }
  return entry
}

function variantOf(name: string, coding: Coding, digest: string, body: StaticBody, size: number): Variant {
  // Each coding is another sequence of bytes, so a strong tag must differ.
  const etag = coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`
  const notModified = {
    etag,
    'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'Accept-Encoding',
  }
  const headers = {
    ...notModified,
    'content-type': contentTypes[extname(name)] ?? 'application/octet-stream',
    'content-length': String(size),
    ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
  }
  return { body, etag, headers: Object.freeze(headers), notModified: Object.freeze(notModified) }
}

function listFiles(folder: string): string[] {
  let found: Dirent[]
  try {
    found = readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch {
    // Not built yet; the reply says how.
    return []
  }
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

const isVariantOfAnother = (name: string, names: Set<string>) =>
  /\.(br|gz)$/.test(name) && names.has(name.slice(0, -3))

const sizeInMemory = (entry: Entry) =>
  Object.values(entry.variants).reduce((sum, { body }) => sum + (Buffer.isBuffer(body) ? body.length : 0), 0)

function hashesOfInlineScripts(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi)
  return Array.from(scripts, ([, text = '']) => `sha256-${hash('sha256', text, 'base64')}`)
}

const redirectToApp: StaticReply = {
  status: 302,
  headers: Object.freeze({ location: '/ui/', 'cache-control': 'no-cache', 'content-length': '0' }),
  isPage: true,
}

const missing = (method: string): StaticReply =>
  shortReply(404, 'text/plain; charset=utf-8', missingText, method)

const notBuilt = (method: string): StaticReply =>
  shortReply(503, 'text/html; charset=utf-8', notBuiltPage, method)

const missingText = Buffer.from('There is no such file. Go to /ui/ to open the application.\n')

function shortReply(status: number, contentType: string, body: Buffer, method: string): StaticReply {
  const headers = {
    'content-type': contentType,
    'content-length': String(body.length),
    'cache-control': 'no-store',
  }
  return { status, headers, isPage: false, ...(method === 'HEAD' ? {} : { body }) }
}

const codingSuffixes: [Coding, string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
  ['identity', ''],
]

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
