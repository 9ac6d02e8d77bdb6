// Everything in a folder as one list, sent in pieces.
import { Readable } from 'node:stream'
import { badRequest } from '../../platform/errors.ts'
import type { PlainReply } from '../../platform/http/implement.ts'
import { isFile, updatedAt, type ItemNode } from '../../registry/items.ts'
import { walkFolder } from '../../registry/walk.ts'
import { uriOf, type Asked } from './asked.ts'
import { jsonStream, ListText } from './json-stream.ts'

export interface ListOptions {
  deep?: boolean | undefined
  depth?: number | undefined
  listFolders?: boolean | undefined
  mdTimestamps?: boolean | undefined
  includeRootPath?: boolean | undefined
}

export function fileList(asked: Asked, options: ListOptions): PlainReply {
  if (isFile(asked.item))
    throw badRequest(`${JSON.stringify(asked.place.path)} is a file. Name a folder to list.`)
  return jsonStream(Readable.from(pieces(asked, options)))
}

async function* pieces(asked: Asked, options: ListOptions): AsyncGenerator<string> {
  const { services, actor, place } = asked
  const created = services.clock.now().toISOString()
  yield `${JSON.stringify({ uri: uriOf(asked), created }).slice(0, -1)},"files":[`
  const { deep = false, listFolders = false, includeRootPath } = options
  const list = new ListText()
  if (includeRootPath && listFolders) yield list.add([rootOf(asked)])
  const start = place.path === '' ? 0 : place.path.length + 1
  const most = options.depth || Infinity
  for await (const items of walkFolder(services.database.db, actor, place, { isDeep: deep }))
    yield list.add(
      items.flatMap(({ node }) => {
        if (node.kind === 'folder' && !listFolders) return []
        const path = node.path.slice(start)
        return path.split('/').length > most ? [] : [entryOf(node, path, options)]
      }),
    )
  yield ']}'
}

const rootOf = ({ item }: Asked) => ({
  uri: '/',
  size: -1,
  lastModified: item.node?.modified_at ?? item.repository.createdAt,
  folder: true,
})

const entryOf = (node: ItemNode, path: string, { mdTimestamps }: ListOptions) => ({
  uri: `/${path}`,
  size: node.kind === 'folder' ? -1 : node.size,
  lastModified: node.modified_at,
  folder: node.kind === 'folder',
  ...(node.kind === 'file' && { sha1: node.sha1, sha2: node.sha256 }),
  ...(mdTimestamps && { mdTimestamps: { properties: updatedAt(node) } }),
})
