// Addresses that a person can be sent to. Only http and https: anything else in a link could run code.
import { isObject } from './json.ts'

export function webAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longest) return null
  const url = URL.parse(value.trim())
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}

/** The page of a repository, from any form in which package.json may name it; null when it cannot be told. */
export function webAddressOfRepository(repository: unknown): string | null {
  const address = isObject(repository) ? repository['url'] : repository
  if (typeof address !== 'string' || address.length > longest) return null
  return fromShortcut(address.trim()) ?? fromUrl(expandScp(address.trim()))
}

/** `user/repo` and `gitlab:user/repo` as the full address that npm writes in their place. */
export function expandShortcut(address: string): string | undefined {
  const page = fromShortcut(address)
  return page && `git+${page}.git`
}

const longest = 2000

const hosts: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
}

function fromShortcut(address: string): string | undefined {
  const [, host = 'github', path] =
    /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+?)(?:\.git)?(?:#.*)?$/.exec(address) ?? []
  return path && `https://${hosts[host]}/${path}`
}

/** `git@host:user/repo.git`, as git itself prints it. */
function expandScp(address: string): string {
  const [, host, path] = /^[\w.-]+@([\w.-]+):(?!\/\/)(.+)$/.exec(address) ?? []
  return host && path ? `ssh://${host}/${path}` : address
}

function fromUrl(address: string): string | null {
  const [, scheme, rest] = /^(?:git\+)?(https?|ssh|git):\/\/(.+)$/i.exec(address) ?? []
  if (!scheme || !rest) return null
  const isWeb = /^https?$/i.test(scheme)
  const url = URL.parse(`${isWeb ? scheme : 'https'}://${rest}`)
  if (!url) return null
  // A port of git or ssh is not the port of the pages, and nobody's password belongs into a link.
  const port = isWeb && url.port ? `:${url.port}` : ''
  return `${url.protocol}//${url.hostname}${port}${url.pathname.replace(/(?:\.git)?\/?$/, '')}`
}
