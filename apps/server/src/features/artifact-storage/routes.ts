import { artifactStorage } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { badRequest } from '../../platform/errors.ts'
import { changeProperties, type PropertyChange } from '../../registry/annotate.ts'
import { findPlace, getItem, isFile, parseAddress } from '../../registry/items.ts'
import { answerReturned, relayed } from '../../registry/mirrors/origins.ts'
import { answerSuperseded } from '../../registry/mirrors/superseded.ts'
import { checkPath, checkPropertyKey, checkPropertyValue } from '../../registry/paths.ts'
import { parseKeys, parseProperties } from '../../registry/property-text.ts'
import { resolve } from '../../registry/resolve-repository.ts'
import { traceFile } from '../../registry/trace.ts'
import { PlainReply, type CallContext } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/wire.ts'
import { implement, type Services } from '../feature.ts'
import { downloadFolder } from './download.ts'
import { fileInfo, folderInfo } from './info.ts'
import { fileList } from './list.ts'
import { lastModified } from './last-modified.ts'
import { itemPermissions } from './permissions.ts'
import { readItemProperties } from './properties.ts'
import { readStats } from './stats.ts'
import type { Asked } from './asked.ts'

export const endpoints = implement(artifactStorage, {
  read: {
    allow: 'browse',
    handle: async ({ params, query, actor, origin }, services) => {
      const { registry } = services
      const place = await findPlace(registry, actor, parseAddress(params.path))
      const item = await getItem(registry.database.db, actor, place)
      const asked: Asked = { services, actor, origin, place, item }
      if (query.properties !== undefined) return readItemProperties(asked, parseKeys(query.properties))
      if (query.stats !== undefined) return readStats(asked)
      if (query.lastModified !== undefined) return lastModified(asked)
      if (query.permissions !== undefined) return itemPermissions(asked)
      if (query.list !== undefined) return fileList(asked, query)
      return isFile(item) ? fileInfo(asked) : folderInfo(asked)
    },
  },
  download: { allow: 'browse', handle: (call, services) => downloadFolder(services, call) },
  trace: {
    allow: 'browse',
    handle: async ({ params, actor }, { registry }) => {
      const { asked, path } = await findPlace(registry, actor, parseAddress(params.path))
      return new PlainReply(text(200, await traceFile(registry, actor, asked, path)))
    },
  },
  sha256: {
    allow: 'browse',
    worksReadOnly: true,
    handle: async ({ body, actor }, { registry }) => {
      const path = checkPath(body.path.replace(/^\//, ''))
      const place = await findPlace(registry, actor, { key: checkPath(body.repoKey), path, isFolder: false })
      await getItem(registry.database.db, actor, place)
    },
  },
  setProperties: {
    allow: 'signed-in',
    handle: (call, services) =>
      change(services, call, { set: parseProperties(call.query.properties), remove: [] }, call.query),
  },
  deleteProperties: {
    allow: 'signed-in',
    handle: (call, services) =>
      change(services, call, { set: new Map(), remove: parseKeys(call.query.properties) }, call.query),
  },
  patchMetadata: {
    allow: 'signed-in',
    handle: (call, services) =>
      change(services, call, changeOf(call.body.props), {
        recursive: call.query.recursiveProperties,
        atomicProperties: call.query.atomicProperties,
      }),
  },
})

async function change(
  { registry }: Services,
  { params, actor, raw }: CallContext<Actor> & { params: { path: string } },
  wanted: PropertyChange,
  {
    recursive,
    atomicProperties,
  }: { recursive?: boolean | undefined; atomicProperties?: boolean | undefined },
): Promise<void | PlainReply> {
  const { key, path } = parseAddress(params.path)
  const repository = await resolve(registry, key, actor, 'annotate', path)
  if (repository.kind === 'virtual')
    throw badRequest(`${key} is a virtual repository and has no files of its own. Name the one that has.`)
  const returned = answerReturned(registry, repository, raw.headers)
  if (returned) return new PlainReply(returned)
  const reach = { isRecursive: recursive ?? true, isAtomic: atomicProperties ?? false }
  const by = relayed(registry, actor, repository, raw.headers)
  try {
    await changeProperties(registry, by, { repository, path }, wanted, reach)
  } catch (error) {
    return new PlainReply(answerSuperseded(error))
  }
}

function changeOf(props: Record<string, string | string[] | null>): PropertyChange {
  const entries = Object.entries(props)
  if (entries.length === 0) throw badRequest('Name at least one property in props.', 'props')
  const set = entries.flatMap(([key, value]): [string, string[]][] =>
    value === null ? [] : [[key, [value].flat().map(checkPropertyValue)]],
  )
  for (const [key] of entries) checkPropertyKey(key)
  return { set: new Map(set), remove: entries.flatMap(([key, value]) => (value === null ? key : [])) }
}
