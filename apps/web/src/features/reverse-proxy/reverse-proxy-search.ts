import { type WebServer, webServers } from '@bindery/contracts'
import type { RawSearch } from '../../lib/search-params.ts'

interface ReverseProxySearch {
  /** Whose configuration is shown; nginx when nothing is said. */
  server?: WebServer
}

export function parseReverseProxySearch(raw: RawSearch): ReverseProxySearch {
  const server = webServers.find((one) => one === raw['server'])
  return server === undefined ? {} : { server }
}
