// The settings for the web server in front: kept here, written into its configuration by people.
import { ReverseProxySettings } from '@bindery/contracts'
import { audit, type Doer } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { badRequest } from '../../platform/errors.ts'
import { liveSetting } from '../../platform/live-settings.ts'
import type { Services } from '../feature.ts'

export const reverseProxySettings = liveSetting('reverse-proxy', ReverseProxySettings)

export async function saveReverseProxy(
  { access, database }: Services,
  by: Doer,
  settings: ReverseProxySettings,
): Promise<ReverseProxySettings> {
  refuseSharedPorts(settings)
  await transaction(database, async (db, after) => {
    await access.live.set(db, after, reverseProxySettings, settings)
    const { serverName, dockerReverseProxyMethod, useHttp, useHttps } = settings
    const detail = { serverName, dockerReverseProxyMethod, useHttp, useHttps }
    await audit(access, db, by, { kind: 'reverse-proxy.changed', detail })
  })
  return settings
}

/** Two servers on one port would be one, and a web server refuses to start with them. */
function refuseSharedPorts(settings: ReverseProxySettings): void {
  const { useHttp, useHttps, httpPort, httpsPort, dockerReverseProxyMethod } = settings
  if (!useHttp && !useHttps) throw badRequest('Choose HTTP, HTTPS or both.', 'useHttps')
  if (useHttp && useHttps && httpPort === httpsPort)
    throw badRequest('HTTP and HTTPS need different ports.', 'httpsPort')
  if (dockerReverseProxyMethod !== 'PORTPERREPO') return
  const taken = new Set([...(useHttp ? [httpPort] : []), ...(useHttps ? [httpsPort] : [])])
  for (const [index, { port, repository }] of settings.reverseProxyRepositories.entries()) {
    if (taken.has(port))
      throw badRequest(
        `The port ${port} of ${repository} is taken. Give each repository a port of its own.`,
        `reverseProxyRepositories.${index}.port`,
      )
    taken.add(port)
  }
}
