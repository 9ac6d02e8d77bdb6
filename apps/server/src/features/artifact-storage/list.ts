// Everything in a folder as one list, sent in pieces.
import { badRequest } from '../../platform/errors.ts'
import type { PlainReply } from '../../platform/http/implement.ts'
import { jsonStream, ListText } from '../../platform/http/json-stream.ts'
import { isFile, updatedAt } from '../../registry/items.ts'
import { walkFolder, type WalkedNode } from '../../registry/walk.ts'
import { uriOf, type Asked } from './asked.ts'

interface ListOptions {
  deep?: boolean | undefined
  depth?: number | undefined
  listFolders?: boolean | undefined
  mdTimestamps?: boolean | undefined
  includeRootPath?: boolean | undefined
}

export function fileList(asked: Asked, options: ListOptions): PlainReply {
  if (isFile(asked.item))
    throw badRequest(`${JSON.stringify(asked.place.path)} is a file. Name a folder to list.`)
  return jsonStream(pieces(asked, options))
}

async function* pieces(asked: Asked, options: ListOptions): AsyncGenerator<string> {
  const { services, actor, place } = asked
  const created = services.clock.now().toISOString()
  yield `${JSON.stringify({ uri: uriOf(asked), created }).slice(0, -1)},"files":[`
  const { deep = false, listFolders = false, includeRootPath } = options
  const list = new ListText()
  if (includeRootPath && listFolders) yield* list.parts([rootOf(asked)])
  const start = place.path === '' ? 0 : place.path.length + 1
  const most = options.depth || Infinity
  for await (const items of walkFolder(services.database.db, actor, place, { isDeep: deep, sums: ['sha1'] }))
    yield* list.parts(
      items.flatMap(({ node }) => {
        if (node.kind === 'folder' && !listFolders) return []
        const path = node.path.slice(start)
        return most < Infinity && path.split('/').length > most ? [] : entryOf(node, path, options)
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

function entryOf(node: WalkedNode, path: string, { mdTimestamps }: ListOptions) {
  const { size, sha1, sha256, modified_at: lastModified } = node
  const uri = `/${path}`
  const times = mdTimestamps ? { mdTimestamps: { properties: updatedAt(node) } } : undefined
  return node.kind === 'folder'
    ? { uri, size: -1, lastModified, folder: true, ...times }
    : { uri, size, lastModified, folder: false, sha1, sha2: sha256, ...times }
}
