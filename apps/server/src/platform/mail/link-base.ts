// What links in letters start with. A link is sent to somebody else than who asked for it, so the address of the request is
// not believed: the configured one is used, or the address of this very machine that the request arrived at.
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { AppError } from '../errors.ts'
import type { LiveSettings } from '../live-settings.ts'
import { mailServer } from './settings.ts'

interface LinkSources {
  live: LiveSettings
  /** From the configuration. */
  baseUrl: string | undefined
}

/** Without a slash at its end. Throws the same for everybody when it is not known. */
export async function linkBase(
  { live, baseUrl }: LinkSources,
  request: { raw: IncomingMessage; origin: string },
): Promise<string> {
  const server = await live.get(mailServer)
  if (!server.isEnabled)
    throw new AppError('not-ready', 'No mail server is set up here. Ask an administrator.', { status: 400 })
  const configured = server.baseUrl || baseUrl
  if (configured) return configured.replace(/\/+$/, '')
  if (isOurOwn(request)) return request.origin
  throw new AppError(
    'not-ready',
    'Links cannot be sent until an administrator sets the base URL in the settings for mail.',
    { status: 400 },
  )
}

/** The host is the address that the connection came in at; nobody else can be there. */
function isOurOwn({ raw, origin }: { raw: IncomingMessage; origin: string }): boolean {
  const host = URL.parse(origin)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const local = raw.socket.localAddress?.replace(/^::ffff:/, '') ?? ''
  if (host === 'localhost') return local === '::1' || local.startsWith('127.')
  return isIP(host) !== 0 && host === local
}
