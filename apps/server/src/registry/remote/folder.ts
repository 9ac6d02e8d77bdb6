// The content of a folder as the page of an upstream tells it, for repositories that list what is not cached yet. Only links to
// what lies right below the folder count; anything else on the page is not believed.
import { readBody } from '../../platform/http/body.ts'
import { AppError } from '../../platform/errors.ts'
import { can } from '../../access/rules/permissions.ts'
import { handlesPath } from '../patterns.ts'
import { sourcesOf } from '../virtual/sources.ts'
import { remoteConfig, type Repository } from '../repositories.ts'
import type { RegistryRequest } from '../request.ts'
import { fileAddress, isRoundTrip, viaOf } from './address.ts'
import { askUpstream } from './ask.ts'

export interface RemoteItem {
  name: string
  isFolder: boolean
}

const pageLimit = 4 * 1024 * 1024
const mostItems = 10_000

/** Of all upstreams behind the repository, what the reader may see. */
export async function itemsBeyond(request: RegistryRequest, path: string): Promise<RemoteItem[]> {
  const { remotes } = await sourcesOf(request)
  const lists = await Promise.all(
    remotes.map(async (remote) =>
      (await listUpstream(request, remote, path)).filter(({ name, isFolder }) => {
        const child = `${path === '' ? '' : `${path}/`}${name}${isFolder ? '/' : ''}`
        return handlesPath(remote, child) && can(request.actor, 'read', remote, child)
      }),
    ),
  )
  return lists.flat()
}

/** Empty when the repository does not list, or its upstream has no such page. */
async function listUpstream(
  request: RegistryRequest,
  remote: Repository,
  path: string,
): Promise<RemoteItem[]> {
  if (!remoteConfig(remote).listRemoteFolderItems || isRoundTrip(request)) return []
  const address = URL.parse(`${fileAddress(remote, path).replace(/\/+$/, '')}/`)
  if (!address) return []
  try {
    const headers = { ...viaOf(request), accept: 'text/html' }
    const answer = await askUpstream(request.registry, remote, { address: address.href, headers })
    const isPage = answer.status === 200 && (answer.headers.get('content-type') ?? '').includes('html')
    if (isPage) return itemsOn((await readBody(answer.body, pageLimit)).toString('utf8'), address)
    await answer.drop()
    return []
  } catch (error) {
    // The cache is listed without it, as files are served without it.
    if (error instanceof AppError) return []
    throw error
  }
}

export function itemsOn(page: string, folder: URL): RemoteItem[] {
  const items = new Map<string, RemoteItem>()
  for (const [, href = ''] of page.matchAll(/<a\s[^>]*href="([^"]{1,2000})"/gi)) {
    const item = itemAt(href.replaceAll('&amp;', '&'), folder)
    if (item && items.size < mostItems) items.set(item.name, item)
  }
  return [...items.values()]
}

function itemAt(href: string, folder: URL): RemoteItem | undefined {
  const target = URL.parse(href, folder)
  if (!target || target.origin !== folder.origin || !target.pathname.startsWith(folder.pathname))
    return undefined
  const below = target.pathname.slice(folder.pathname.length)
  const [, coded = '', slash = ''] = /^([^/]+)(\/?)$/.exec(below) ?? []
  const name = decoded(coded)
  const isName = name !== '' && name !== '.' && name !== '..' && !/[/\\\p{Cc}]/u.test(name)
  return isName ? { name, isFolder: slash !== '' } : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
