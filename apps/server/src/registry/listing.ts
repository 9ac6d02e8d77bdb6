// A folder as a page of relative links: Gradle, Ivy, sbt and people with curl read it. Sent in pieces, so that a folder
// of any size costs little memory.
import { can } from '../access/rules/permissions.ts'
import { textStream } from '../platform/http/text-stream.ts'
import type { WireReply } from '../platform/http/wire.ts'
import { listChildren, type ChildNode } from './nodes.ts'
import type { RemoteItem } from './remote/folder.ts'
import type { Repository } from './repositories.ts'
import type { RegistryRequest } from './request.ts'

/**
 * Of everything that the members have there and the reader may read; the first member's word about a name stands. What is
 * known of beyond them comes last.
 */
export function listing(
  request: RegistryRequest,
  members: readonly Repository[],
  path: string,
  beyond: readonly RemoteItem[],
): WireReply {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache' },
    body: textStream(pieces(request, members, path, beyond)),
  }
}

const pageSize = 1000

async function* pieces(
  request: RegistryRequest,
  members: readonly Repository[],
  path: string,
  beyond: readonly RemoteItem[],
): AsyncIterable<string> {
  const title = escape(`Index of ${request.repository.key}/${path}`)
  yield `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>\n<body><h1>${title}</h1>\n<pre>`
  // Without a slash at the end relative links would lead one folder up.
  const base =
    request.target.isFolder || path === ''
      ? ''
      : `${encodeURIComponent(request.target.segments.at(-1) ?? '')}/`
  if (path !== '') yield `<a href="${base}../">../</a>\n`
  const others = new Map(beyond.map((one) => [one.name, one]))
  const byId = new Map(members.map((one) => [one.id, one]))
  let after: string | undefined
  for (;;) {
    const children = await listChildren(request.registry.database.db, [...byId.keys()], path, {
      after,
      limit: pageSize,
    })
    const shown = children.filter(({ repositoryId, name, isFolder }) => {
      const member = byId.get(repositoryId)
      const child = `${path === '' ? '' : `${path}/`}${name}${isFolder ? '/' : ''}`
      return member !== undefined && can(request.actor, 'read', member, child)
    })
    for (const { name } of shown) others.delete(name)
    yield uniqueNames(shown)
      .map((one) => `${linkTo(base, one)}  ${one.modifiedAt}  ${one.isFolder ? '-' : one.size}\n`)
      .join('')
    if (children.length < pageSize) break
    after = children.at(-1)?.name
  }
  for (const one of others.values()) yield `${linkTo(base, one)}  ->  -\n`
  yield '</pre></body></html>\n'
}

function linkTo(base: string, { name, isFolder }: RemoteItem): string {
  const slash = isFolder ? '/' : ''
  return `<a href="${base}${encodeURIComponent(name)}${slash}">${escape(name)}${slash}</a>`
}

const uniqueNames = (children: readonly ChildNode[]) =>
  [...new Map(children.toReversed().map((one) => [one.name, one])).values()].toReversed()

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
