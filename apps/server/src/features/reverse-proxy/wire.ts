// The settings for the web server in front as Artifactory's API has them.
import type { ReverseProxySettings, WireWebServer } from '@bindery/contracts'

export function toWire(settings: ReverseProxySettings): WireWebServer {
  const { upstream, httpsPort, reverseProxyRepositories: _, ...same } = settings
  const [host, port] = splitUpstream(upstream)
  return {
    key: 'nginx',
    webServerType: 'NGINX',
    artifactoryServerName: host,
    artifactoryPort: Number(port),
    sslPort: httpsPort,
    ...same,
  }
}

/** What is not given stays. */
export function fromWire(before: ReverseProxySettings, given: WireWebServer): ReverseProxySettings {
  const { key: _, webServerType: __, artifactoryServerName, artifactoryPort, sslPort, ...same } = given
  const [host, port] = splitUpstream(before.upstream)
  const named = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined))
  return {
    ...before,
    ...named,
    upstream: `${artifactoryServerName ?? host}:${artifactoryPort ?? port}`,
    httpsPort: sslPort ?? before.httpsPort,
  }
}

const splitUpstream = (upstream: string): [host: string, port: string] => {
  const colon = upstream.lastIndexOf(':')
  return [upstream.slice(0, colon), upstream.slice(colon + 1)]
}
