// What passes through without being kept: whole files of repositories that store nothing, and the heads of files that
// nobody has fetched yet.
import { Readable } from 'node:stream'
import type { WireReply } from '../../platform/http/wire.ts'
import { mimeTypeOf } from '../mime-types.ts'
import { nameOf } from '../paths.ts'
import { remoteConfig } from '../repositories.ts'
import type { RegistryRequest } from '../request.ts'
import { dispositionOf } from '../serve-file.ts'
import { askUpstream, type Answer } from './ask.ts'
import { announcedSize, isForeignPage } from './check.ts'
import { UpstreamFailure, wrongBytes } from './failure.ts'
import { missKey } from './fill.ts'
import { wantedFile } from './wanted.ts'

/** The client's own conditions and range are the upstream's to answer. */
const passedOn = ['range', 'if-range', 'if-none-match', 'if-modified-since']

export const passHead = (request: RegistryRequest, path: string) => pass(request, path, 'HEAD')

export const passThrough = (request: RegistryRequest, path: string) =>
  pass(request, path, request.method === 'HEAD' ? 'HEAD' : 'GET')

async function pass(
  request: RegistryRequest,
  path: string,
  method: 'GET' | 'HEAD',
): Promise<WireReply | undefined> {
  const { registry, repository: remote } = request
  const { address, headers } = await wantedFile(request, path)
  const given = passedOn.flatMap((name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  const answer = await askUpstream(registry, remote, {
    address,
    method,
    headers: { ...headers, ...Object.fromEntries(given) },
  })
  if (answer.status === 404 || answer.status === 410) {
    await answer.drop()
    const seconds = remoteConfig(remote).missedRetrievalCachePeriodSecs
    registry.remotes.misses.add(missKey(remote, path), registry.clock.now(), seconds)
    return undefined
  }
  if (![200, 206, 304, 416].includes(answer.status)) {
    await answer.drop()
    throw new UpstreamFailure(
      `The upstream of ${remote.key} answered ${answer.status} for ${JSON.stringify(path)}.`,
      { code: 'not-found' },
    )
  }
  if (isForeignPage(remoteConfig(remote), path, answer.headers.get('content-type'))) {
    await answer.drop()
    throw wrongBytes(remote, path, 'it sent a web page instead of the file.')
  }
  return replyOf(path, answer, method)
}

const kept = [
  'etag',
  'last-modified',
  'accept-ranges',
  'content-range',
  'x-checksum-md5',
  'x-checksum-sha1',
  'x-checksum-sha256',
]

function replyOf(path: string, answer: Answer, method: 'GET' | 'HEAD'): WireReply {
  const size = announcedSize(answer.headers)
  const told = kept.flatMap((name) => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const headers = {
    'content-type': mimeTypeOf(path),
    'x-artifactory-filename': encodeURIComponent(nameOf(path)),
    'content-disposition': dispositionOf(nameOf(path)),
    'cache-control': 'private, no-cache',
    ...(size !== undefined && { 'content-length': size }),
    ...Object.fromEntries(told),
  }
  if (method === 'HEAD' || answer.status === 304 || answer.status === 416) {
    void answer.drop()
    // Of a length that was not told, none is claimed.
    return { status: answer.status, headers, ...(size === undefined && { body: Readable.from([]) }) }
  }
  return { status: answer.status, headers, body: Readable.from(answer.body, { objectMode: false }) }
}
