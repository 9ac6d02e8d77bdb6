// The beginning of a file, for people to look at. Text is sent as text and pictures as pictures that cannot run anything:
// the name of a file says nothing, its first bytes decide.
import type { Readable } from 'node:stream'
import type { Preview } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { AppError, badRequest } from '../../platform/errors.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { openEntry } from '../../registry/archives/entry.ts'
import type { Services } from '../feature.ts'
import { archiveOf } from './contents.ts'
import type { Asked } from '../../registry/places.ts'
import { findReadable } from './readable.ts'
import { hexLines, imageTypeOf, isText, readText } from './sniff.ts'

const mostText = 5 * 1024 * 1024
const mostImage = 10 * 1024 * 1024
const mostHex = 1024

interface AskedEntry extends Asked {
  /** In the archive that lies at the path. */
  entry?: string | undefined
}

export async function previewFile(services: Services, actor: Actor, asked: AskedEntry): Promise<Preview> {
  const { size, read } = await openAsked(services, actor, asked)
  return describeBytes(await read(mostText), size)
}

/** What the bytes are, whatever the name says. */
function describeBytes(head: Buffer, size: number): Preview {
  const isCut = size > head.length
  const image = imageTypeOf(head)
  if (image) return { kind: 'image', mimeType: image, size, text: '', isCut: false }
  if (isText(head, isCut)) return { kind: 'text', mimeType: 'text/plain', size, text: readText(head), isCut }
  return {
    kind: 'binary',
    mimeType: 'application/octet-stream',
    size,
    text: hexLines(head.subarray(0, mostHex)),
    isCut: size > mostHex,
  }
}

export async function showImage(services: Services, actor: Actor, asked: AskedEntry): Promise<PlainReply> {
  const { size, read } = await openAsked(services, actor, asked)
  if (size > mostImage) throw badRequest('The picture is larger than 10 MiB. Download it to look at it.')
  const bytes = await read(size)
  const type = imageTypeOf(bytes)
  if (!type) throw badRequest('The file is no picture of a kind that is shown here. Download it.')
  return new PlainReply({
    status: 200,
    headers: {
      'content-type': type,
      'content-length': bytes.length,
      // Also for whoever opens the address itself: a picture may bring style, never a script or another address.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'content-disposition': 'inline',
      'cache-control': 'private, no-cache',
    },
    body: bytes,
  })
}

interface Bytes {
  size: number
  /** The beginning. */
  read(most: number): Promise<Buffer>
}

async function openAsked(services: Services, actor: Actor, asked: AskedEntry): Promise<Bytes> {
  const file = await findReadable(services, actor, asked)
  if (asked.entry === undefined)
    return { size: file.size, read: (most) => readHead(services, file.sha256, Math.min(most, file.size)) }
  const { size, bytes } = await openEntry(services.registry, archiveOf(file), asked.entry)
  return { size, read: (most) => collect(bytes, most) }
}

async function readHead(services: Services, sha256: string, most: number): Promise<Buffer> {
  if (most === 0) return Buffer.alloc(0)
  const opened = await services.registry.blobs.open(sha256, { start: 0, end: most - 1 })
  if (!opened)
    throw new AppError(
      'internal',
      `The bytes of this file (SHA-256 ${sha256}) are missing from the storage. Tell an administrator.`,
    )
  return collect(opened.stream, most)
}

/** Not more than is wanted: the rest is left where it is. */
async function collect(stream: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = chunk as Buffer // streams of bytes
    chunks.push(bytes)
    size += bytes.length
    if (size >= most) break
  }
  return Buffer.concat(chunks).subarray(0, most)
}
