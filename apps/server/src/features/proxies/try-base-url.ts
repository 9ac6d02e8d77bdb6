// The test of the way in: the server calls itself through its public address and looks at what arrives. Only this
// installation can answer, because only it can open the ticket that is sent along.
import { randomUUID } from 'node:crypto'
import { EchoReply, type ConnectionReport } from '@bindery/contracts'
import { AppError } from '../../platform/errors.ts'
import { waitEvenly } from '../../platform/outbound/even-time.ts'
import type { OutboundFetch, OutboundReply } from '../../platform/outbound/fetch.ts'
import type { Services } from '../feature.ts'
import { judgeBody, judgeHost, judgeScheme, judgeSlash, type Step } from './judge-echo.ts'

const timeoutMs = 5_000
const ticketFor = 'public address'
const ticketLifeMs = 60_000
/** More than proxies take unless they are told to. */
export const largestBody = 2 << 20

export async function tryBaseUrl(services: Services, url: string): Promise<ConnectionReport> {
  const steps = await walk(services, new URL(url))
  return { isPassed: steps.every(({ outcome }) => outcome !== 'failed'), steps }
}

/** What a ticket holds; undefined when it is not ours or too old. */
export function openTicket({ access, clock }: Services, ticket: string): string | undefined {
  try {
    const [nonce, until] = JSON.parse(access.vault.open(ticket, ticketFor)) as [string, number]
    return clock.now().getTime() < until ? nonce : undefined
  } catch {
    return undefined
  }
}

async function walk(services: Services, url: URL): Promise<Step[]> {
  const begun = performance.now()
  const nonce = randomUUID()
  const ask = asker(services, url, nonce)
  try {
    const plain = await ask('')
    const echo = readEcho(plain.reply)
    if (echo?.nonce !== nonce)
      return [unreached(`${url.host} answered ${plain.reply.status}, but not as this installation.`, begun)]
    const slash = await ask('/with%2Fslash')
    const body = await ask('', 'x'.repeat(largestBody))
    return [
      {
        step: 'Reach',
        outcome: 'passed',
        detail: `${url.host} leads here.`,
        milliseconds: plain.milliseconds,
      },
      { ...judgeHost(url, echo), milliseconds: plain.milliseconds },
      { ...judgeScheme(url, echo), milliseconds: plain.milliseconds },
      { ...judgeSlash(readEcho(slash.reply), slash.reply.status), milliseconds: slash.milliseconds },
      { ...judgeBody(body.reply.status), milliseconds: body.milliseconds },
    ]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await waitEvenly(begun, timeoutMs)
    return [unreached(error.message, begun)]
  }
}

function asker({ access, clock, outbound }: Services, url: URL, nonce: string) {
  const until = clock.now().getTime() + ticketLifeMs
  const ticket = access.vault.seal(JSON.stringify([nonce, until]), ticketFor)
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}/ui/api/v1/proxy-settings/echo/${ticket}`
  const fetch: OutboundFetch = outbound.fetch
  return async (path: string, body?: string): Promise<{ reply: OutboundReply; milliseconds: number }> => {
    const begun = performance.now()
    const sent = body === undefined ? {} : { method: 'POST' as const, body }
    const reply = await fetch(`${base}${path}`, { ...sent, timeoutMs, redirects: 'none', proxy: null })
    return { reply, milliseconds: since(begun) }
  }
}

function readEcho({ status, text }: OutboundReply): EchoReply | undefined {
  if (status !== 200) return undefined
  try {
    return EchoReply.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

const unreached = (detail: string, begun: number): Step => ({
  step: 'Reach',
  outcome: 'failed',
  detail,
  milliseconds: since(begun),
  fix: 'Check the name, the port and the certificate, and that the web server in front passes requests on to this one.',
})

const since = (begun: number) => Math.round(performance.now() - begun)
