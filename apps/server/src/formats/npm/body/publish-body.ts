// Reads what `npm publish` sends: one JSON document with the tarball inside, in base64. The tarball is decoded on its
// way to the store and, unless it is small, never held; what remains is parsed as usual. Nothing stays behind when it fails.
import { badRequest, quote } from '../../../platform/errors.ts'
import type { NewFile } from '../../../registry/write-files.ts'
import { decodeAtOnce, decodeData, openCursor, type Cursor } from './body-cursor.ts'
import { createBodyScanner, notJson } from './body-scanner.ts'
import { isObject, reasonOf } from '../json.ts'
import { quoteMark } from '../json-characters.ts'

type StagedBlob = NewFile['staged']

export interface PublishBody {
  /** The JSON as it came, with an empty `data` in every attachment. */
  document: Record<string, unknown>
  /** By file name. The caller keeps or discards what is staged. */
  attachments: Map<string, Attachment>
}

export interface Attachment {
  staged: StagedBlob
  contentType: string | undefined
  declaredLength: number | undefined
}

export interface PublishBodyOptions {
  /** Bytes of everything but the attachments' data. */
  metadataLimit: number
  stage(bytes: AsyncIterable<Uint8Array> | Buffer): Promise<StagedBlob>
}

/** Up to here a body is held and taken apart in one go. Beyond, large buffers would cost more in garbage collection. */
export const smallBody = 256 << 10

/** Leaves the source open when it refuses: closing it would cut the connection before the client read why. */
export async function readPublishBody(
  source: AsyncIterable<Uint8Array> | Buffer,
  options: PublishBodyOptions,
): Promise<PublishBody> {
  const staged = new Map<string, StagedBlob>()
  try {
    const document = parseDocument(await takeApart(openCursor(source), options, staged))
    return { document, attachments: describeAttachments(document, staged) }
  } catch (error) {
    await Promise.all(Array.from(staged.values(), (blob) => blob.discard()))
    throw error
  }
}

/** A tarball, and the provenance that npm may send beside it. */
const mostAttachments = 2

async function takeApart(
  cursor: Cursor,
  options: PublishBodyOptions,
  staged: Map<string, StagedBlob>,
): Promise<string> {
  const scanner = createBodyScanner(options.metadataLimit)
  while (await cursor.more()) {
    cursor.at = scanner.pass(cursor.bytes, cursor.at)
    const name = scanner.attachment
    if (name === undefined) continue
    if (staged.has(name)) throw notJson(`the attachment ${quote(name)} has two values`)
    if (staged.size === mostAttachments)
      throw badRequest('The publish body holds more than two attachments. Publish one tarball at a time.')
    staged.set(name, await options.stage(decodeAtOnce(cursor, name) ?? decodeData(cursor, name)))
    if (cursor.bytes[cursor.at] !== quoteMark) throw new Error('stage() left a part of the attachment unread')
  }
  return scanner.finish()
}

function parseDocument(text: string): Record<string, unknown> {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    throw notJson(reasonOf(error))
  }
  if (!isObject(document)) throw badRequest('The publish body is not a JSON object.')
  return document
}

function describeAttachments(
  document: Record<string, unknown>,
  staged: ReadonlyMap<string, StagedBlob>,
): Map<string, Attachment> {
  const listed = document['_attachments'] ?? {}
  if (!isObject(listed)) throw badRequest('_attachments is not a JSON object.', '_attachments')
  const attachments = new Map<string, Attachment>()
  for (const [name, entry] of Object.entries(listed)) {
    if (!isObject(entry))
      throw badRequest(`The attachment ${quote(name)} is not a JSON object.`, '_attachments')
    const blob = staged.get(name)
    if (blob) attachments.set(name, { staged: blob, ...declarationsOf(entry) })
    else if (entry['data'] !== undefined)
      throw badRequest(`The data of the attachment ${quote(name)} is not a string.`, '_attachments')
  }
  return attachments
}

function declarationsOf(entry: Record<string, unknown>): Omit<Attachment, 'staged'> {
  const { content_type: contentType, length } = entry
  return {
    contentType: typeof contentType === 'string' ? contentType : undefined,
    declaredLength: typeof length === 'number' ? length : undefined,
  }
}
