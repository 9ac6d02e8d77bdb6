// What the configurations have in common.
import type { ReverseProxySettings } from '../reverse-proxy.ts'

/** Where the protocol of containers lives when the repository is in the host name or the port. */
export const dockerPath = (repository: string) => `/artifactory/api/docker/${repository}`

export const certificateOf = ({ serverName, sslCertificate, sslKey }: ReverseProxySettings) => ({
  certificate: sslCertificate || `/etc/ssl/certs/${serverName}.pem`,
  key: sslKey || `/etc/ssl/private/${serverName}.key`,
})

/** With neither ticked there is nothing to listen on; plain HTTP is what works everywhere. */
export const usesHttp = ({ useHttp, useHttps }: ReverseProxySettings) => useHttp || !useHttps

export const repositoriesByPort = (settings: ReverseProxySettings) =>
  settings.dockerReverseProxyMethod === 'PORTPERREPO' ? settings.reverseProxyRepositories : []

export const isBySubDomain = ({ dockerReverseProxyMethod }: ReverseProxySettings) =>
  dockerReverseProxyMethod === 'SUBDOMAIN'

export const indent = (text: string, by: number) => text.replaceAll(/^(?=.)/gm, ' '.repeat(by))
