// The items that a search with an address of its own finds, in the words of the storage API.
import type { IncomingMessage } from 'node:http'
import type { Actor } from '../../access/actor.ts'
import type { PlainReply } from '../../platform/http/implement.ts'
import { jsonList } from '../../platform/http/json-stream.ts'
import { anyOf, itemsWhere, pair, type Criterion, type Query } from '../../registry/aql/query.ts'
import { fileJson, fileUrl, storageUrl } from '../../registry/item-json.ts'
import { mimeTypeOf } from '../../registry/mime-types.ts'
import type { Registry } from '../../registry/registry.ts'
import { searchWhileConnected } from './aql.ts'

export interface Asking {
  registry: Registry
  actor: Actor
  origin: string
  raw: IncomingMessage
}

export interface FoundItem {
  repo: string
  path: string
  name: string
  properties?: { key: string; value: string }[]
}

/** When X-Result-Detail asks for it. */
interface DetailedItem extends FoundItem {
  type: string
  size: number
  created: string
  created_by: string
  modified: string
  modified_by: string
  updated: string
  actual_sha1?: string
  actual_md5?: string
  sha256?: string
  original_sha1?: string
  original_md5?: string
  original_sha256?: string
}

/** Who wants more asks by a query. */
export const mostResults = 10_000

const placeFields = ['repo', 'path', 'name']
/** Read only when they are shown: the sums of ten thousand files are ten thousand rows of another table. */
const detailFields = [
  ...['type', 'size', 'created', 'created_by', 'modified', 'modified_by', 'updated'],
  ...['actual_sha1', 'actual_md5', 'sha256', 'original_sha1', 'original_md5', 'original_sha256'],
]

/** In pieces, while they are found. */
export const findItems = (asking: Asking, repos: string | undefined, ...where: Criterion[]) =>
  readItems(asking, repos, where, mostResults)

/** For those who look at each before they show it, and end when they have shown enough. */
export const findAllItems = (asking: Asking, repos: string | undefined, ...where: Criterion[]) =>
  readItems(asking, repos, where, undefined)

async function* readItems(
  asking: Asking,
  repos: string | undefined,
  where: readonly Criterion[],
  limit: number | undefined,
): AsyncGenerator<FoundItem[], void> {
  const { wantsInfo, wantsProperties } = detailOf(asking.raw)
  const include = [
    ...placeFields,
    ...(wantsInfo ? detailFields : []),
    ...(wantsProperties ? ['property'] : []),
  ]
  const query: Query = {
    ...itemsWhere(...where, ...inRepositories(repos)),
    include: include.map((text) => ({ text, at: 0 })),
    limit,
  }
  for await (const rows of searchWhileConnected(asking.registry, asking.actor, query, asking.raw))
    // The include above names exactly these members.
    yield rows as unknown as FoundItem[]
}

/** The answer: a document with the list of what is shown of each. */
export function listItems(
  found: AsyncGenerator<FoundItem[], void>,
  show: (item: FoundItem) => object,
): Promise<PlainReply> {
  return jsonList(shown(), { head: '{"results":[', tail: () => ']}' })

  async function* shown() {
    for await (const items of found) yield items.map(show)
  }
}

export function inRepositories(repos: string | undefined): Criterion[] {
  const keys =
    repos
      ?.split(',')
      .map((key) => key.trim())
      .filter((key) => key !== '') ?? []
  return keys.length === 0 ? [] : [anyOf(...keys.map((key) => pair('repo', key)))]
}

export const pathOf = ({ path, name }: FoundItem): string => (path === '.' ? name : `${path}/${name}`)

/** `uri`, and what the header X-Result-Detail asks for beside it. */
export function toResult({ origin, raw }: Asking) {
  const { wantsInfo, wantsProperties } = detailOf(raw)
  return (item: FoundItem) => ({
    uri: storageUrl(origin, item.repo, pathOf(item)),
    // The same header decided what was read.
    ...(wantsInfo && infoOf(origin, item as DetailedItem)),
    ...(wantsProperties && { properties: groupProperties(item.properties ?? []) }),
  })
}

export const downloadUri = (origin: string, item: FoundItem) => fileUrl(origin, item.repo, pathOf(item))

function detailOf(raw: IncomingMessage): { wantsInfo: boolean; wantsProperties: boolean } {
  const asked = [raw.headers['x-result-detail'] ?? ''].flat().join(',').toLowerCase()
  return { wantsInfo: /\binfo\b/.test(asked), wantsProperties: /\bproperties\b/.test(asked) }
}

function infoOf(origin: string, item: DetailedItem) {
  const { repo, sha256 = '', actual_sha1: sha1 = '', actual_md5: md5 = '' } = item
  const path = pathOf(item)
  const dates = { lastModified: item.modified, modifiedBy: item.modified_by, lastUpdated: item.updated }
  if (item.type === 'folder')
    return { repo, path: `/${path}`, created: item.created, createdBy: item.created_by, ...dates }
  const file = {
    path,
    size: item.size,
    mimeType: mimeTypeOf(path),
    createdAt: item.created,
    createdBy: item.created_by,
    sha1,
    md5,
    sha256,
  }
  return { ...fileJson({ origin, key: repo, repository: repo }, file, declaredOf(item)), ...dates }
}

/** Those that the client sent along when it deployed the file. */
const declaredOf = ({ original_sha1: sha1, original_md5: md5, original_sha256: sha256 }: DetailedItem) => ({
  ...(sha1 !== undefined && { sha1 }),
  ...(md5 !== undefined && { md5 }),
  ...(sha256 !== undefined && { sha256 }),
})

function groupProperties(rows: readonly { key: string; value: string }[]): Record<string, string[]> {
  const groups = Map.groupBy(rows, ({ key }) => key)
  return Object.fromEntries([...groups].map(([key, some]) => [key, some.map(({ value }) => value)]))
}
