// A folder as a page of relative links: Gradle, Ivy, sbt and people with curl read it. Sent in pieces, so that a folder
// of any size costs little memory.
import { Readable } from 'node:stream'
import { can } from '../access/rules/permissions.ts'
import type { WireReply } from '../platform/http/wire.ts'
import { listChildren } from './nodes.ts'
import type { RegistryRequest } from './request.ts'

export function listing(request: RegistryRequest, path: string): WireReply {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache' },
    body: Readable.from(pieces(request, path)),
  }
}

const pageSize = 500

async function* pieces(request: RegistryRequest, path: string): AsyncIterable<string> {
  const title = escape(`Index of ${request.repository.key}/${path}`)
  yield `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>\n<body><h1>${title}</h1>\n<pre>`
  // Without a slash at the end relative links would lead one folder up.
  const base =
    request.target.isFolder || path === ''
      ? ''
      : `${encodeURIComponent(request.target.segments.at(-1) ?? '')}/`
  if (path !== '') yield `<a href="${base}../">../</a>\n`
  let after: string | undefined
  for (;;) {
    const children = await listChildren(request.registry.database.db, request.repository.id, path, {
      after,
      limit: pageSize,
    })
    yield children
      .filter(({ name, isFolder }) =>
        can(
          request.actor,
          'read',
          request.repository,
          `${path === '' ? '' : `${path}/`}${name}${isFolder ? '/' : ''}`,
        ),
      )
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

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
