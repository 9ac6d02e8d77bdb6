// A stored file as a reply: headers, conditions, one byte range (RFC 9110), small files from memory.
import { AppError } from '../platform/errors.ts'
import type { ByteRange } from '../platform/blobs/blob-store.ts'
import { partOf } from '../platform/blobs/staged.ts'
import type { WireReply } from '../platform/http/wire.ts'
import { askGuards, isGuarded } from './guards.ts'
import type { FileNode } from './file-nodes.ts'
import { nameOf } from './paths.ts'
import type { RegistryRequest } from './request.ts'

export async function serveFile(request: RegistryRequest, file: FileNode): Promise<WireReply> {
  const { registry, repository, actor } = request
  if (isGuarded(registry.guards, 'beforeServe'))
    await askGuards(registry.guards, 'beforeServe', {
      actor,
      repository,
      path: file.path,
      sha256: file.sha256,
      size: file.size,
    })
  // Made once for each file that is kept in memory.
  const headers = (file.replyHeaders ??= Object.freeze(headersOf(request, file)))
  if (isNotModified(request, file)) return { status: 304, headers: withoutLength(headers) }
  if (request.method === 'HEAD') return { status: 200, headers }
  const range = readRange(request, file)
  if (!range || range.start === 0) registry.downloads.add(file, actor.name, registry.clock.now())
  const accelerated = acceleratedReply(request, file, headers)
  if (accelerated) return accelerated
  const body = recallBody(request, file, range) ?? (await readBody(request, file, range))
  if (!range) return { status: 200, headers, body }
  return { status: 206, headers: { ...headers, ...rangeHeaders(range, file) }, body }
}

/** Smaller ones come from our memory faster than the proxy opens a file. */
const accelerateAbove = 64 * 1024

/**
 * Leaves the sending to the proxy, ranges included, if it can do it: then the reply has no body and says where the file
 * is. A range of another file (If-Range) is left to us.
 */
function acceleratedReply(
  request: RegistryRequest,
  { sha256, size }: FileNode,
  headers: WireReply['headers'],
): WireReply | undefined {
  const prefix = request.registry.accelRedirect
  if (prefix === '' || size <= accelerateAbove || request.headers['if-range'] !== undefined) return undefined
  if (request.headers['x-sendfile-type'] !== 'X-Accel-Redirect') return undefined
  const { 'content-length': _length, ...rest } = headers
  const address = `${prefix.replace(/\/+$/, '')}/${sha256.slice(0, 2)}/${sha256}`
  return { status: 200, headers: { ...rest, 'content-length': 0, 'x-accel-redirect': address } }
}

const rangeHeaders = ({ start, end }: ByteRange, file: FileNode) => ({
  'content-length': end - start + 1,
  'content-range': `bytes ${start}-${end}/${file.size}`,
})

function recallBody({ registry }: RegistryRequest, file: FileNode, range: ByteRange | undefined) {
  const small = registry.blobs.peek(file.sha256)
  return small?.byteLength === file.size ? partOf(small, range) : undefined
}

async function readBody(request: RegistryRequest, file: FileNode, range: ByteRange | undefined) {
  const { blobs } = request.registry
  const small = await blobs.readSmall(file.sha256)
  if (small?.byteLength === file.size) return partOf(small, range)
  const opened = small === undefined ? await blobs.open(file.sha256, range) : undefined
  if (opened?.size === file.size) return opened.stream
  opened?.stream.destroy()
  // The length is promised in the head already: a file that was cut must not leave a client waiting for the rest.
  const fault = (small ?? opened) ? 'are damaged in' : 'are missing from'
  throw new AppError(
    'internal',
    `The bytes of ${JSON.stringify(file.path)} (SHA-256 ${file.sha256}) ${fault} the storage. Tell an administrator.`,
  )
}

function headersOf(request: RegistryRequest, file: FileNode): Readonly<Record<string, string | number>> {
  const name = nameOf(file.path)
  return {
    'content-type': file.mimeType,
    'content-length': file.size,
    'accept-ranges': 'bytes',
    etag: `"${file.sha1}"`,
    'last-modified': new Date(file.modifiedAt).toUTCString(),
    'x-checksum-md5': file.md5,
    'x-checksum-sha1': file.sha1,
    'x-checksum-sha256': file.sha256,
    'x-artifactory-filename': encodeURIComponent(name),
    'x-artifactory-id': request.registry.nodeId,
    'content-disposition': dispositionOf(name),
    'cache-control': 'private, no-cache',
  }
}

/** RFC 6266: a plain name for old clients and the exact one beside it. Always a download: never shown in our origin. */
export function dispositionOf(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}

function withoutLength(headers: WireReply['headers']): WireReply['headers'] {
  const { 'content-length': _length, 'content-type': _type, ...rest } = headers
  return rest
}

function isNotModified(request: RegistryRequest, file: FileNode): boolean {
  const none = request.headers['if-none-match']
  if (none !== undefined) return none === '*' || tagsOf(none).includes(file.sha1)
  const modified = request.headers['if-modified-since']
  if (modified === undefined) return false
  const since = Date.parse(modified)
  return !Number.isNaN(since) && secondsOf(file.modifiedAt) <= since
}

/** Weak comparison, as If-None-Match wants it. */
const tagsOf = (header: string) =>
  header.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))

const secondsOf = (at: string) => Math.floor(Date.parse(at) / 1000) * 1000

/** One range is honoured; several at once, or a form we do not know, get the whole file, as RFC 9110 allows. */
function readRange(request: RegistryRequest, file: FileNode): ByteRange | undefined {
  const { range } = request.headers
  const match = range === undefined ? null : /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim())
  if (!match || !isRangeCurrent(request, file)) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, file.size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? file.size - 1 : Math.min(Number(last), file.size - 1)
  // "5-2" is not a range at all; RFC 9110 has it ignored.
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  if (start >= file.size || (first === '' && Number(last) === 0))
    throw new AppError('range-not-satisfiable', `The file has ${file.size} bytes; the range lies outside.`, {
      headers: { 'content-range': `bytes */${file.size}` },
    })
  return { start, end }
}

/** If-Range: the part is wanted only if the file is still the one that the client has the rest of. */
function isRangeCurrent(request: RegistryRequest, file: FileNode): boolean {
  const condition = request.headers['if-range']
  if (condition === undefined || Array.isArray(condition)) return true
  if (condition.startsWith('"')) return condition === `"${file.sha1}"`
  return !condition.startsWith('W/') && Date.parse(condition) === secondsOf(file.modifiedAt)
}
