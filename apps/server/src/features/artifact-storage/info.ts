// A file or a folder as such.
import type { FileInfo } from '@bindery/contracts'
import type { z } from 'zod'
import type { PlainReply } from '../../platform/http/implement.ts'
import { jsonStream, ListText } from '../../platform/http/json-stream.ts'
import { declaredOf } from '../../registry/declared-sums.ts'
import { fileJson } from '../../registry/item-json.ts'
import { updatedAt } from '../../registry/items.ts'
import { placeBeyond } from '../../registry/remote/address.ts'
import { walkFolder } from '../../registry/walk.ts'
import { uriOf, type Asked } from './asked.ts'

export function fileInfo({ origin, place, item }: Asked): z.output<typeof FileInfo> {
  const { node, repository } = item
  // Asked for files only, and their bytes have rows.
  if (!node?.sha256 || !node.sha1 || !node.md5) throw new Error(`${item.path} is no file`)
  const { sha256, sha1, md5 } = node
  return {
    ...fileJson(
      { origin, key: place.asked.key, repository: repository.key },
      {
        path: node.path,
        size: node.size,
        mimeType: node.mime_type,
        createdAt: node.created_at,
        createdBy: node.created_by,
        sha256,
        sha1,
        md5,
      },
      declaredOf(node.declared_sums, { sha256, sha1, md5 }),
    ),
    ...(repository.kind === 'remote' && { remoteUrl: placeBeyond(repository, node.path) }),
    ...datesOf(item),
  }
}

/** Sent in pieces: a folder may have hundreds of thousands of children. */
export function folderInfo(asked: Asked): PlainReply {
  const { item, place } = asked
  const head = {
    uri: uriOf(asked),
    repo: item.repository.key,
    path: `/${place.path}`,
    ...datesOf(item),
  }
  return jsonStream(pieces(asked, head))
}

async function* pieces(asked: Asked, head: Record<string, string>): AsyncGenerator<string> {
  const { services, actor, place } = asked
  yield `${JSON.stringify(head).slice(0, -1)},"children":[`
  const list = new ListText()
  for await (const items of walkFolder(services.database.db, actor, place, { isDeep: false }))
    yield* list.parts(items.map(({ node }) => ({ uri: `/${node.name}`, folder: node.kind === 'folder' })))
  yield ']}'
}

/** The root has no row: it is as old as its repository. */
function datesOf({ node, repository }: Asked['item']) {
  if (!node)
    return {
      created: repository.createdAt,
      createdBy: 'system',
      lastModified: repository.createdAt,
      modifiedBy: 'system',
      lastUpdated: repository.createdAt,
    }
  return {
    created: node.created_at,
    createdBy: node.created_by,
    lastModified: node.modified_at,
    modifiedBy: node.modified_by,
    lastUpdated: updatedAt(node),
  }
}
