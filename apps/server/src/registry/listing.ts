// A folder as a page of relative links: Gradle, Ivy, sbt and people with curl read it. Sent in pieces, so that a folder
// of any size costs little memory.
import { Readable } from 'node:stream'
import { can } from '../access/rules/permissions.ts'
import type { WireReply } from '../platform/http/wire.ts'
import { listChildren, type ChildNode } from './nodes.ts'
import type { Repository } from './repositories.ts'
import type { RegistryRequest } from './request.ts'

/** Of everything that the members have there and the reader may read; the first member's word about a name stands. */
export function listing(request: RegistryRequest, members: readonly Repository[], path: string): WireReply {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache' },
    body: Readable.from(pieces(request, members, path)),
  }
}

const pageSize = 500

async function* pieces(
  request: RegistryRequest,
  members: readonly Repository[],
  path: string,
): AsyncIterable<string> {
  const title = escape(`Index of ${request.repository.key}/${path}`)
  yield `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>\n<body><h1>${title}</h1>\n<pre>`
  // Without a slash at the end relative links would lead one folder up.
  const base =
    request.target.isFolder || path === ''
      ? ''
      : `${encodeURIComponent(request.target.segments.at(-1) ?? '')}/`
  if (path !== '') yield `<a href="${base}../">../</a>\n`
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
    yield uniqueNames(shown)
      .map(({ name, isFolder, size, modifiedAt }) => {
        const slash = isFolder ? '/' : ''
        return `<a href="${base}${encodeURIComponent(name)}${slash}">${escape(name)}${slash}</a>  ${modifiedAt}  ${isFolder ? '-' : size}\n`
      })
      .join('')
    if (children.length < pageSize) break
    after = children.at(-1)?.name
  }
  yield '</pre></body></html>\n'
}

const uniqueNames = (children: readonly ChildNode[]) =>
  [...new Map(children.toReversed().map((one) => [one.name, one])).values()].toReversed()

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
