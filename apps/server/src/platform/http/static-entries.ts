// The files of the built web application with their codings: listed at the start, read when first asked for, held in memory
// while small.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, type Dirent } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Coding } from './negotiate.ts'

export type StaticBody = Buffer | { file: string }

const memoryBudget = 8 * 1024 * 1024

export interface Variant {
  body: StaticBody
  etag: string
  headers: Readonly<Record<string, string>>
  notModified: Readonly<Record<string, string>>
}

export interface Entry {
  variants: Partial<Record<Coding, Variant>>
}

/** A thousand files of which a visit needs a hundred: reading all of them would be a tenth of the start. */
export class StaticEntries {
  private readonly read = new Map<string, Entry>()
  private readonly names: Set<string>
  private readonly folder: string
  private left = memoryBudget

  constructor(folder: string) {
    this.folder = folder
    this.names = new Set(listFiles(folder))
  }

  has(name: string): boolean {
    return this.names.has(name) && !isVariantOfAnother(name, this.names) && !name.startsWith('.')
  }

  /** Undefined also for what was there at the start and went with a later build. */
  get(name: string): Entry | undefined {
    const known = this.read.get(name)
    if (known || !this.has(name)) return known
    const entry = unlessGone(() => readEntry(this.folder, name, this.names, this.left))
    if (!entry) return undefined
    this.left -= sizeInMemory(entry)
    this.read.set(name, entry)
    return entry
  }
}

function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
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
