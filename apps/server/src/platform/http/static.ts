// The built web application as plain replies, made of files that were listed at the start (static-entries.ts).
// The disk never sees a name from a request: a path that was not there at the start does not exist.
import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { notBuiltPage } from './static-missing.ts'
import { acceptedCoding, matchesEntityTag } from './negotiate.ts'
import { StaticEntries, type Entry, type StaticBody, type Variant } from './static-entries.ts'

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

/** Reads without giving way: a file and its codings take less than a millisecond, once. */
export async function openStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = new StaticEntries(folder)
  // First, so that it is always in memory: its scripts are hashed.
  const index = entries.get('index.html')
  const html = index?.variants.identity?.body
  return {
    isBuilt: index !== undefined,
    scriptHashes: Buffer.isBuffer(html) ? hashesOfInlineScripts(html.toString('utf8')) : [],
    respond: (request) => respond(entries, request),
  }
}

/** What people type, and what the clients of Artifactory ask for to see whether anybody is there. */
export const entrances: ReadonlySet<string> = new Set(['/', '/ui', '/artifactory', '/artifactory/'])

function respond(entries: StaticEntries, request: StaticRequest): StaticReply | undefined {
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
function findEntry(entries: StaticEntries, name: string): Entry | undefined {
  const isAsset = /^(?:assets\/|\.)/.test(name) || /^[^/]+\.[A-Za-z0-9]{1,12}$/.test(name)
  if (entries.has(name)) return entries.get(name)
  return isAsset || isSuspicious(name) ? undefined : entries.get('index.html')
}

/** No screen has such an address; answering with a page would make scanners believe they got somewhere. */
const isSuspicious = (name: string) => /(?:^|\/|%2f|%5c|\\)(?:\.|%2e){1,2}(?:$|\/|%2f|%5c|\\)|%00/i.test(name)

function deliver(entry: Entry, { method, headers }: StaticRequest): StaticReply {
  const variant = chooseVariant(entry, headers['accept-encoding'])
  if (matchesEntityTag(headers['if-none-match'], variant.etag))
    return { status: 304, headers: variant.notModified, isPage: true }
  if (isGone(variant.body)) return missing(method)
  const reply = { status: 200, headers: variant.headers, isPage: true }
  return method === 'HEAD' ? reply : { ...reply, body: variant.body }
}

/** What was left on the disk may have gone with a later build, and after the head there is no way back to a 404. */
const isGone = (body: StaticBody) => !Buffer.isBuffer(body) && !existsSync(body.file)

function chooseVariant(entry: Entry, accepted: string | undefined): Variant {
  const coding = acceptedCoding(accepted, (candidate) => entry.variants[candidate] !== undefined)
  const variant = entry.variants[coding] ?? entry.variants.identity
  if (!variant) throw new Error('A static file has no plain variant')
  return variant
}

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
