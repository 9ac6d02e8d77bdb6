import { proxies, type EchoReply } from '@bindery/contracts'
import type { CallContext } from '../../platform/http/implement.ts'
import { readText } from '../../platform/http/body.ts'
import { notFound } from '../../platform/errors.ts'
import { implement, type Services } from '../feature.ts'
import { changeProxy, createProxy, listProxies, readProxy, removeProxy } from './proxies.ts'
import { largestBody, openTicket, tryBaseUrl } from './try-base-url.ts'
import { tryProxy } from './try-proxy.ts'

export const endpoints = implement(proxies, {
  list: { allow: 'administer', handle: (_call, services) => listProxies(services) },
  read: { allow: 'administer', handle: ({ params }, services) => readProxy(services, params.key) },
  create: { allow: 'administer', handle: (call, services) => createProxy(services, call, call.body) },
  change: {
    allow: 'administer',
    handle: (call, services) => changeProxy(services, call, { ...call.body, key: call.params.key }),
  },
  remove: {
    allow: 'administer',
    handle: (call, services) => removeProxy(services, call, call.params.key),
  },
  test: {
    allow: 'administer',
    worksReadOnly: true,
    handle: ({ body }, services) =>
      body.type === 'proxy' ? tryProxy(services, body.settings, body.url) : tryBaseUrl(services, body.url),
  },
  // Whoever holds a fresh ticket of ours may ask: the server itself, which has no credentials.
  echo: { allow: 'public', handle: (call, services) => echo(call, services, call.params.ticket) },
  echoPath: { allow: 'public', handle: (call, services) => echo(call, services, call.params.ticket) },
  echoBody: {
    allow: 'public',
    worksReadOnly: true,
    handle: async (call, services) => {
      const reply = echo(call, services, call.params.ticket)
      // Answered when all of it is here: a proxy takes an answer before that for a broken connection.
      await readText(call.raw, largestBody)
      return reply
    },
  },
})

function echo(call: CallContext<unknown>, services: Services, ticket: string): EchoReply {
  const nonce = openTicket(services, ticket)
  if (nonce === undefined) throw notFound('test', ticket)
  const { url = '', headers, socket } = call.raw
  const header = (name: string) => [headers[name] ?? []].flat().join(', ')
  return {
    nonce,
    path: url,
    host: headers.host ?? '',
    forwardedHost: header('x-forwarded-host'),
    forwardedProto: header('x-forwarded-proto'),
    isSecure: call.isSecure,
    origin: call.origin,
    peer: socket.remoteAddress ?? '',
  }
}
