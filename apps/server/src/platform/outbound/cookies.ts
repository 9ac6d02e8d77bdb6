// Cookies of other servers, for those that balance their load or hold a session by one. Each goes back only to the host that
// set it, whatever domain it names: so nothing here needs to know which domains belong together.

interface Cookie {
  value: string
  path: string
  isSecure: boolean
  expiresAt: number
}

const most = 100
const longest = 4096

export class CookieJar {
  /** By host, path and name. */
  readonly #cookies = new Map<string, Cookie>()

  take(url: URL, headers: readonly string[], now = Date.now()): void {
    for (const header of headers) {
      const read = readCookie(url, header, now)
      if (!read) continue
      const place = `${url.hostname} ${read.cookie.path} ${read.name}`
      this.#cookies.delete(place)
      if (read.cookie.expiresAt > now && this.#cookies.size < most) this.#cookies.set(place, read.cookie)
    }
  }

  /** What is sent along; undefined when there is nothing. */
  headerFor(url: URL, now = Date.now()): string | undefined {
    const pairs: string[] = []
    for (const [place, { value, path, isSecure, expiresAt }] of this.#cookies) {
      const [host, , name] = place.split(' ')
      const isFor =
        host === url.hostname && isBelow(url.pathname, path) && (!isSecure || url.protocol === 'https:')
      if (expiresAt <= now) this.#cookies.delete(place)
      else if (isFor) pairs.push(`${name}=${value}`)
    }
    return pairs.length === 0 ? undefined : pairs.join('; ')
  }
}

function readCookie(url: URL, header: string, now: number): { name: string; cookie: Cookie } | undefined {
  const [pair = '', ...rest] = header.slice(0, longest).split(';')
  const [, name, value = ''] = /^\s*([^\s=]+)=(.*)$/.exec(pair) ?? []
  if (name === undefined) return undefined
  const attributes = new Map(
    rest.map((one): [string, string] => {
      const [key = '', ...text] = one.split('=')
      return [key.trim().toLowerCase(), text.join('=').trim()]
    }),
  )
  const path = attributes.get('path') ?? ''
  return {
    name,
    cookie: {
      value: value.trim(),
      path: path.startsWith('/') && !path.includes(' ') ? path : url.pathname.replace(/[^/]*$/, ''),
      isSecure: attributes.has('secure'),
      expiresAt: expiryOf(attributes, now),
    },
  }
}

function expiryOf(attributes: ReadonlyMap<string, string>, now: number): number {
  const seconds = Number(attributes.get('max-age') ?? NaN)
  if (Number.isFinite(seconds)) return now + seconds * 1000
  const date = Date.parse(attributes.get('expires') ?? '')
  return Number.isNaN(date) ? Infinity : date
}

const isBelow = (path: string, folder: string) =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
