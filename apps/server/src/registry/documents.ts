// Documents about a package (packument, index …): serialised and compressed once, kept, and forgotten in the moment
// the package changes.
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { WireReply } from '../platform/http/wire.ts'
import { documentSubject, readPackage, type PackageContents } from './packages.ts'
import type { RegistryRequest } from './request.ts'
import { holdsItsOwn, lookUp } from './resolve/resolve.ts'

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

interface DocumentRequest {
  package: string
  /** Tells the documents of one package apart: the form and the origin its links start with. */
  variant: string
  contentType: string
  make(contents: PackageContents): unknown
}

/** The reply, or undefined when there is no such package. */
export async function serveDocument(
  request: RegistryRequest,
  wanted: DocumentRequest,
): Promise<WireReply | undefined> {
  const document =
    recallDocument(request, wanted) ??
    (await (isKeptByName(request) ? findDocument : findByStamp)(request, wanted))
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

/** Of repositories that hold their packages themselves: nothing is asked while none of them changes. */
const isKeptByName = ({ repository }: RegistryRequest) =>
  holdsItsOwn(repository) && !repository.config.blackedOut

/** Without a wait, where nobody else can have changed it. */
function recallDocument(request: RegistryRequest, wanted: DocumentRequest): KeptDocument | undefined {
  const { database, documents } = request.registry
  if (database.isShared || !isKeptByName(request)) return undefined
  return documents.peek(documentSubject(request.repository.id, wanted.package), wanted.variant)
}

async function findByStamp(
  request: RegistryRequest,
  wanted: DocumentRequest,
): Promise<KeptDocument | undefined> {
  const { registry, repository } = request
  const view = await lookUp(request, wanted.package)
  if (!view) return undefined
  const subject = documentSubject(repository.id, wanted.package)
  const variant = `${view.stamp} ${wanted.variant}`
  return (
    registry.documents.peek(subject, variant) ??
    registry.documents.make(subject, variant, 0, async () => makeDocument(await view.read(), wanted))
  )
}

async function findDocument(
  request: RegistryRequest,
  wanted: DocumentRequest,
): Promise<KeptDocument | undefined> {
  const { repository } = request
  const { database, documents } = request.registry
  const subject = documentSubject(repository.id, wanted.package)
  let { variant } = wanted
  let revision = 0
  if (database.isShared) {
    const row = await database.db
      .selectFrom('packages')
      .select(['id', 'revision'])
      .where('repository_id', '=', repository.id)
      .where('name', '=', wanted.package)
      .executeTakeFirst()
    if (!row) return undefined
    revision = row.revision
    // A package that was removed and published anew counts its revisions from the start.
    variant = `${row.id} ${variant}`
  }
  return (
    documents.peek(subject, variant, revision) ??
    documents.make(subject, variant, revision, async () =>
      makeDocument(await readPackage(database.db, repository.id, wanted.package), wanted),
    )
  )
}

async function makeDocument(
  contents: PackageContents | undefined,
  wanted: DocumentRequest,
): Promise<KeptDocument | undefined> {
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
  return /(^|[\s,])(gzip|\*)(?!\s*;\s*q=0(\.0+)?\s*(,|$))/.test(text)
}
