import { reverseProxy } from '@bindery/contracts'
import { configurationFor } from '@bindery/contracts/web-servers'
import { PlainReply } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/wire.ts'
import { implement } from '../feature.ts'
import { reverseProxySettings, saveReverseProxy } from './settings.ts'
import { fromWire, toWire } from './wire.ts'

export const endpoints = implement(reverseProxy, {
  read: { allow: 'administer', handle: (_call, { access }) => access.live.get(reverseProxySettings) },
  save: { allow: 'administer', handle: (call, services) => saveReverseProxy(services, call, call.body) },
  data: {
    allow: 'browse',
    handle: async (_call, { access }) => {
      const {
        sslCertificate: _,
        sslKey: __,
        upstream: ___,
        ...data
      } = await access.live.get(reverseProxySettings)
      return data
    },
  },
  wireRead: {
    allow: 'administer',
    handle: async (_call, { access }) => toWire(await access.live.get(reverseProxySettings)),
  },
  wireSave: {
    allow: 'administer',
    handle: async (call, services) => {
      const before = await services.access.live.get(reverseProxySettings)
      return toWire(await saveReverseProxy(services, call, fromWire(before, call.body)))
    },
  },
  configuration: {
    allow: 'administer',
    handle: async ({ params }, { access }) =>
      new PlainReply(
        text(200, configurationFor(params.webServer, await access.live.get(reverseProxySettings))),
      ),
  },
})
