// A file that is still arriving, as a reply: it begins before the end is there. Should the rest turn out wrong, the
// connection breaks off, and the client knows that it has not got all.
import type { ByteRange } from '../../platform/blobs/blob-store.ts'
import type { WireReply } from '../../platform/http/wire.ts'
import { mimeTypeOf } from '../mime-types.ts'
import type { RegistryRequest } from '../request.ts'
import { dispositionOf } from '../serve-file.ts'
import { nameOf } from '../paths.ts'
import type { Filling, Growing } from './fill.ts'

export function serveGrowing(
  request: RegistryRequest,
  path: string,
  { bytes, size }: Growing,
  filling: Filling,
): WireReply {
  countWhenDone(request, filling)
  const headers = {
    'content-type': mimeTypeOf(path),
    'accept-ranges': 'bytes',
    'x-artifactory-filename': encodeURIComponent(nameOf(path)),
    'x-artifactory-id': request.registry.nodeId,
    'content-disposition': dispositionOf(nameOf(path)),
    'cache-control': 'private, no-cache',
  }
  const range = size === undefined ? undefined : wholeRange(request, size)
  if (size === undefined) return { status: 200, headers, body: bytes.read() }
  if (!range) return { status: 200, headers: { ...headers, 'content-length': size }, body: bytes.read() }
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': range.end - range.start + 1,
      'content-range': `bytes ${range.start}-${range.end}/${size}`,
    },
    body: bytes.read(range),
  }
}

/** Only what is certain before the end: `bytes=a-b` and `bytes=a-` inside the announced size, under no condition. */
function wholeRange({ headers }: RegistryRequest, size: number): ByteRange | undefined {
  const [, first, last = ''] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(headers.range?.trim() ?? '') ?? []
  if (first === undefined || headers['if-range'] !== undefined) return undefined
  const range = { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
  return range.start <= range.end ? range : undefined
}

function countWhenDone({ registry, actor }: RegistryRequest, { done }: Filling): void {
  done.then(
    (file) => file && registry.downloads.add(file, actor.name, registry.clock.now()),
    () => {},
  )
}
