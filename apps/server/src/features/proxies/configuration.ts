// Proxies in the configuration document.
import { GivenProxy } from '@bindery/contracts'
import { mergeKeyed, type PlainObject, readElement } from '../../registry/config/elements.ts'
import { flag, integer, list, text } from '../../registry/config/member.ts'
import type { Doer } from '../../access/audit.ts'
import type { ConfigurationPart, Services } from '../feature.ts'
import { changeProxy, createProxy, listProxies, removeProxy } from './proxies.ts'

const members = {
  host: text(),
  port: integer(0, 0, 65_535),
  username: text(),
  password: text(),
  ntHost: text(),
  domain: text(),
  platformDefault: flag(),
  redirectedToHosts: list(),
}

export const proxiesPart: ConfigurationPart = {
  path: ['proxies'],
  async describe(services) {
    const proxies = (await listProxies(services)).map((one): [string, PlainObject] => [
      one.key,
      {
        host: one.host,
        port: one.port,
        username: one.user,
        ntHost: one.ntHost,
        domain: one.ntDomain,
        platformDefault: one.isDefault,
        redirectedToHosts: one.redirectingHosts.join(','),
      },
    ])
    return Object.fromEntries(proxies)
  },
  merge: (services, by, given) =>
    mergeKeyed('proxies', given, {
      keys: async () => (await listProxies(services)).map(({ key }) => key),
      remove: (key) => removeProxy(services, by, key),
      merge: (key, element) => mergeProxy(services, by, key, element),
    }),
}

async function mergeProxy(services: Services, by: Doer, key: string, { key: _, ...given }: PlainObject) {
  const { values, rest } = readElement(`proxies.${key}`, given, members)
  const before = (await listProxies(services)).find((one) => one.key === key)
  const { username, domain, platformDefault, redirectedToHosts, ...same } = values
  const wanted = GivenProxy.parse({
    key,
    host: before?.host,
    port: before?.port,
    ntHost: before?.ntHost ?? '',
    noProxy: before?.noProxy ?? [],
    ...same,
    user: username ?? before?.user ?? '',
    ntDomain: domain ?? before?.ntDomain ?? '',
    isDefault: platformDefault ?? before?.isDefault ?? false,
    redirectingHosts: redirectedToHosts ?? before?.redirectingHosts ?? [],
  })
  await (before ? changeProxy : createProxy)(services, by, wanted)
  return rest
}
