import { httpSso, type HttpSso, type WireHttpSso } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { isTrustedPeer, readProxyHeader, type NamedByProxy } from './header.ts'
import { changeHttpSso, httpSsoSettings } from './settings.ts'

export const endpoints = implement(httpSso, {
  isEnabled: {
    allow: 'public',
    handle: async (_call, { access }) => ({ enabled: (await access.live.get(httpSsoSettings)).isEnabled }),
  },
  read: { allow: 'administer', handle: (_call, { access }) => access.live.get(httpSsoSettings) },
  change: {
    allow: 'administer',
    handle: (call, services) => changeHttpSso(services, call, () => call.body),
  },
  test: {
    allow: 'administer',
    worksReadOnly: true,
    handle: ({ body, raw }) => {
      const named = readProxyHeader(body, raw)
      const value = raw.headers[body.header.toLowerCase()]
      return {
        peer: raw.socket.remoteAddress ?? 'unknown',
        isTrusted: isTrustedPeer(body, raw),
        header: typeof value === 'string' ? value : null,
        verdict:
          named.kind === 'named' ? `You would be ${JSON.stringify(named.name)}.` : verdicts[named.kind],
      }
    },
  },
  readSettings: {
    allow: 'administer',
    handle: async (_call, { access }) => toWire(await access.live.get(httpSsoSettings)),
  },
  putSettings: {
    allow: 'administer',
    handle: async (call, services) =>
      toWire(await changeHttpSso(services, call, (before) => fromWire(call.body, before))),
  },
})

const verdicts: Record<Exclude<NamedByProxy['kind'], 'named'>, string> = {
  'not-a-proxy': 'This request did not come from a trusted proxy, so the header is ignored.',
  'no-header': 'This request came from a trusted proxy, but without the header.',
  ambiguous: 'The header is there twice, or once more with "_" for "-": such requests are refused.',
  'not-a-name': 'The header does not hold one user name: such requests are refused.',
}

const toWire = (settings: HttpSso): WireHttpSso => ({
  http_sso_proxied: settings.isEnabled,
  auto_create_user: settings.autoCreateUsers,
  allow_user_to_access_profile: settings.allowProfile,
  remote_user_request_variable: settings.header,
  sync_ldap_groups: settings.syncLdapGroups,
  trusted_proxies: settings.proxies,
})

const fromWire = (wire: WireHttpSso, before: HttpSso): HttpSso => ({
  isEnabled: wire.http_sso_proxied,
  autoCreateUsers: wire.auto_create_user,
  allowProfile: wire.allow_user_to_access_profile,
  header: wire.remote_user_request_variable,
  syncLdapGroups: wire.sync_ldap_groups,
  proxies: wire.trusted_proxies ?? before.proxies,
})
