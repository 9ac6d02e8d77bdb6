// Documents about a package (packument, index …): serialised and compressed once, kept, and forgotten in the moment
// the package changes.
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { WireReply, WireRequest } from '../platform/http/wire.ts'
import { readPackage, type PackageContents } from './packages.ts'
import type { Registry } from './registry.ts'
import type { Repository } from './repositories.ts'

export interface KeptDocument {
  plain: Variant
  /** Undefined when the document is too small to be worth it. */
  gzipped: Variant | undefined
  bytes: number
}

interface Variant {
  etag: string
  body: Buffer
  headers: Readonly<Record<string, string | number>>
}

export interface DocumentRequest {
  repository: Repository
  package: string
  /** Tells the documents of one package apart: the form and the origin its links start with. */
  variant: string
  contentType: string
  make(contents: PackageContents): unknown
}

export const documentSubject = (repositoryId: string, name: string) => `${repositoryId}/${name}`

/** The reply, or undefined when there is no such package. */
export async function serveDocument(
  registry: Registry,
  request: WireRequest,
  wanted: DocumentRequest,
): Promise<WireReply | undefined> {
  const document = await findDocument(registry, wanted)
  if (!document) return undefined
  const variant = (takesGzip(request.headers['accept-encoding']) && document.gzipped) || document.plain
  const known = request.headers['if-none-match']
  if (
    known !== undefined &&
    (known === variant.etag || known === '*' || known.split(/,\s*/).includes(variant.etag))
  )
    return { status: 304, headers: { etag: variant.etag, vary, 'cache-control': cacheControl } }
  return { status: 200, headers: variant.headers, body: variant.body }
}

const vary = 'accept, accept-encoding'
// Clients may keep it but must ask whether it is still true.
const cacheControl = 'private, no-cache'
const compressAbove = 1024
const compress = promisify(gzip)

async function findDocument(registry: Registry, wanted: DocumentRequest): Promise<KeptDocument | undefined> {
  const { database, documents } = registry
  const subject = documentSubject(wanted.repository.id, wanted.package)
  let { variant } = wanted
  let revision = 0
  if (database.isShared) {
    const row = await database.db
      .selectFrom('packages')
      .select(['id', 'revision'])
      .where('repository_id', '=', wanted.repository.id)
      .where('name', '=', wanted.package)
      .executeTakeFirst()
    if (!row) return undefined
    revision = row.revision
    // A package that was removed and published anew counts its revisions from the start.
    variant = `${row.id} ${variant}`
  }
  return (
    documents.peek(subject, variant, revision) ??
    documents.make(subject, variant, revision, () => makeDocument(registry, wanted))
  )
}

async function makeDocument(registry: Registry, wanted: DocumentRequest): Promise<KeptDocument | undefined> {
  const contents = await readPackage(registry.database.db, wanted.repository.id, wanted.package)
  if (!contents) return undefined
  const body = Buffer.from(JSON.stringify(wanted.make(contents)))
  const tag = hash('sha256', body, 'base64url').slice(0, 27)
  const plain = variantOf(`"${tag}"`, body, wanted.contentType)
  if (body.length < compressAbove) return { plain, gzipped: undefined, bytes: body.length }
  const packed = await compress(body, { level: 6 })
  const gzipped = variantOf(`"${tag}-gzip"`, packed, wanted.contentType, { 'content-encoding': 'gzip' })
  return { plain, gzipped, bytes: body.length + packed.length }
}

const variantOf = (
  etag: string,
  body: Buffer,
  contentType: string,
  more: Record<string, string> = {},
): Variant => ({
  etag,
  body,
  headers: Object.freeze({
    'content-type': contentType,
    'content-length': body.length,
    etag,
    vary,
    'cache-control': cacheControl,
    ...more,
  }),
})

function takesGzip(header: string | string[] | undefined): boolean {
  if (header === undefined) return false
  const text = Array.isArray(header) ? header.join(',') : header
  return /(^|[\s,])(gzip|\*)\s*(?!\s*;\s*q=0(\.0+)?\s*(,|$))/.test(text)
}
