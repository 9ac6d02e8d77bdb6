// The test of a proxy: fetches an address through it, as every request would, and tells each step with its time. Whether
// there is anything at a wrong address is not told, neither by words nor by the clock: nobody maps a network with our help.
import net from 'node:net'
import type { ConnectionReport, GivenProxy, TestStep } from '@bindery/contracts'
import { AppError, badRequest } from '../../platform/errors.ts'
import { waitEvenly } from '../../platform/outbound/even-time.ts'
import type { OutboundPolicy } from '../../platform/outbound/policy.ts'
import { ProxyFailure, proxyFailure } from '../../platform/outbound/proxy-failure.ts'
import { isReachedWithout, type Proxy } from '../../platform/outbound/proxy.ts'
import type { Services } from '../feature.ts'
import { foresee, keepTest } from './proxies.ts'

type Step = ConnectionReport['steps'][number]

const timeoutMs = 5_000

export async function tryProxy(
  services: Services,
  given: GivenProxy,
  url: string,
): Promise<ConnectionReport> {
  const { way, isSaved } = await foresee(services, given)
  if (isReachedWithout(way, new URL(url).hostname))
    throw badRequest('This address is on the list of those reached without the proxy. Try another.', 'url')
  const begun = performance.now()
  const steps = await walk(services, way, url)
  const isPassed = steps.every(({ outcome }) => outcome !== 'failed')
  const at = services.clock.now().toISOString()
  if (isSaved) await keepTest(services, given.key, { url, at, isPassed, milliseconds: since(begun) })
  return { isPassed, steps }
}

async function walk({ outbound }: Services, way: Proxy, url: string): Promise<Step[]> {
  const begun = performance.now()
  const steps: Step[] = []
  const target = new URL(url)
  try {
    await knock(outbound.policy, way)
    steps.push(step('Connect', 'passed', `${way.host}:${way.port} takes connections.`, begun))
    const asked = performance.now()
    const reply = await outbound.fetch(url, { proxy: way, timeoutMs, redirects: 'any', limit: 8 << 20 })
    if (way.user !== '') steps.push(step('Sign in', 'passed', `The proxy lets ${way.user} through.`, asked))
    return [...steps, answered(target, reply.status, asked)]
  } catch (error) {
    const failure = error instanceof AppError ? error : proxyFailure(way, target, error)
    // A refused address is our own word, for the field.
    if (!(failure instanceof ProxyFailure)) throw failure
    if (failure.fault !== 'silent') return [...steps, failed(failure, begun)]
    await waitEvenly(begun, timeoutMs)
    return [{ ...failed(failure, begun), milliseconds: timeoutMs }]
  }
}

/** Whether it takes a connection at all. */
async function knock({ proxies }: OutboundPolicy, { host, port }: Proxy): Promise<void> {
  const socket = net.connect({ host, port, lookup: proxies.lookup, signal: AbortSignal.timeout(timeoutMs) })
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject)
    })
  } finally {
    socket.on('error', () => {}).destroy()
  }
}

function answered({ host, protocol }: URL, status: number, begun: number): Step {
  const way = protocol === 'https:' ? 'through a tunnel' : 'through the proxy'
  const said = `${host} answered ${status} ${way}.`
  if (status < 500) return step('Answer', 'passed', said, begun)
  return {
    ...step('Answer', 'warning', said, begun),
    fix: 'Try another address: this server, or the proxy for it, reports a fault.',
  }
}

const failed = ({ fault, message }: ProxyFailure, begun: number): Step => ({
  ...step(places[fault], 'failed', message, begun),
  fix: fixes[fault],
})

const places = { silent: 'Connect', credentials: 'Sign in', refused: 'Tunnel', target: 'Answer' }

const fixes = {
  silent: 'Check host and port, and that a firewall lets this server reach the proxy.',
  credentials:
    'Check user name and password. A proxy that asks for NTLM needs a helper on this machine that signs in for it.',
  refused: 'Allow this address and port on the proxy, or name another address.',
  target: 'If the proxy reads encrypted traffic, add its certificate authority to those of this machine.',
}

const step = (name: string, outcome: TestStep['outcome'], detail: string, begun: number): Step => ({
  step: name,
  outcome,
  detail,
  milliseconds: since(begun),
})

const since = (begun: number) => Math.round(performance.now() - begun)
