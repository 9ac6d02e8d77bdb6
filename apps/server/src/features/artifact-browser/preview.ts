// The beginning of a file, for people to look at. Text is sent as text and pictures as pictures that cannot run anything:
// the name of a file says nothing, its first bytes decide.
import type { Readable } from 'node:stream'
import type { Preview } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { AppError, badRequest } from '../../platform/errors.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { askGuards } from '../../registry/guards.ts'
import type { Services } from '../feature.ts'
import { findNodeAt, type Asked } from './places.ts'
import { hexLines, imageTypeOf, isText, readText } from './sniff.ts'

const mostText = 512 * 1024
const mostImage = 10 * 1024 * 1024
const mostHex = 1024

export async function previewFile(services: Services, actor: Actor, asked: Asked): Promise<Preview> {
  const { size, sha256 } = await findReadable(services, actor, asked)
  const head = await readHead(services, sha256, Math.min(size, mostText))
  return describeBytes(head, size)
}

/** What the bytes are, whatever the name says. */
export function describeBytes(head: Buffer, size: number): Preview {
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

export async function showImage(services: Services, actor: Actor, asked: Asked): Promise<PlainReply> {
  const { size, sha256 } = await findReadable(services, actor, asked)
  if (size > mostImage) throw badRequest('The picture is larger than 10 MiB. Download it to look at it.')
  const bytes = await readHead(services, sha256, size)
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

async function findReadable(services: Services, actor: Actor, asked: Asked) {
  const { holder, node } = await findNodeAt(services, actor, asked)
  const { sha256, size, path } = node
  if (sha256 === null) throw badRequest('This is a folder. Only files can be looked at.')
  // Whatever keeps a file from being downloaded keeps it from being looked at.
  await askGuards(services.registry.guards, 'beforeServe', { actor, repository: holder, path, sha256, size })
  return { sha256, size }
}

async function readHead(services: Services, sha256: string, most: number): Promise<Buffer> {
  if (most === 0) return Buffer.alloc(0)
  const opened = await services.registry.blobs.open(sha256, { start: 0, end: most - 1 })
  if (!opened)
    throw new AppError(
      'internal',
      `The bytes of this file (SHA-256 ${sha256}) are missing from the storage. Tell an administrator.`,
    )
  return collect(opened.stream)
}

export async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer) // streams of bytes
  return Buffer.concat(chunks)
}
