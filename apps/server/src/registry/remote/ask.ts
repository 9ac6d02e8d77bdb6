// One question to an upstream: with the repository's credentials and proxy, within its time limits, tried again when the
// way there failed. Answers come back with a body that is watched: silence and dripping end it.
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../platform/errors.ts'
import type { OutboundAnswer } from '../../platform/outbound/open.ts'
import { openPassword } from '../config/secrets.ts'
import type { Registry } from '../registry.ts'
import { remoteConfig, type Repository } from '../repositories.ts'
import { identityFor } from './client-certificates.ts'
import { UpstreamFailure } from './failure.ts'
import { offlineMode } from './offline-mode.ts'
import { watchBody } from './watch-body.ts'

export interface Question {
  /** Whole, with its query. */
  address: string
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Record<string, string>
  body?: string
}

export interface Answer {
  /** Below 500; what an upstream says by a higher one is a failure. */
  status: number
  headers: OutboundAnswer['headers']
  body: AsyncIterable<Uint8Array>
  /** Ends it without reading on. */
  drop(): Promise<void>
  url: string
  /** What it says was true then; later it may have changed. */
  askedAt: Date
}

const attempts = 3
const firstPause = 200

/** Throws UpstreamFailure, having noted it in the health of the upstream. */
export async function askUpstream(
  registry: Registry,
  remote: Repository,
  question: Question,
): Promise<Answer> {
  const { healths } = registry.remotes
  await refuseOffline(registry, remote)
  try {
    const answer = await askPatiently(registry, remote, question)
    healths.succeeded(remote, registry.clock.now())
    return answer
  } catch (error) {
    if (error instanceof UpstreamFailure) healths.failed(remote, registry.clock.now(), error)
    throw error
  }
}

async function refuseOffline(registry: Registry, remote: Repository): Promise<void> {
  if ((await registry.access.live.get(offlineMode)).isOn)
    throw new UpstreamFailure('This installation is in offline mode: only what caches hold can be had.', {
      code: 'not-found',
    })
  if (remoteConfig(remote).offline)
    throw new UpstreamFailure(`${remote.key} is set to offline: only what its cache holds can be had.`, {
      code: 'not-found',
    })
  const until = registry.remotes.healths.offlineUntil(remote, registry.clock.now())
  if (until)
    throw new UpstreamFailure(
      `The upstream of ${remote.key} failed and is not asked before ${until.toISOString()}: ${registry.remotes.healths.of(remote).lastFailure}`,
    )
}

async function askPatiently(registry: Registry, remote: Repository, question: Question): Promise<Answer> {
  // For all attempts together, up to the first byte of the body.
  const deadline = performance.now() + budgetOf(remote)
  for (let tried = 1; ; tried++) {
    try {
      return await askOnce(registry, remote, question)
    } catch (error) {
      const pause = firstPause * 4 ** (tried - 1) * (0.5 + Math.random())
      const isOver = tried === attempts || performance.now() + pause > deadline
      if (!(error instanceof UpstreamFailure) || !error.isOutage || isOver) throw error
      await delay(pause, undefined, { signal: registry.remotes.closing })
    }
  }
}

const budgetOf = (remote: Repository) =>
  Math.min(remoteConfig(remote).metadataRetrievalTimeoutSecs * 1000, 2 * timeoutOf(remote))

const timeoutOf = (remote: Repository) => remoteConfig(remote).socketTimeoutMillis || 15_000

async function askOnce(registry: Registry, remote: Repository, question: Question): Promise<Answer> {
  const askedAt = registry.clock.now()
  const config = remoteConfig(remote)
  const identity = await identityFor(registry, config.clientTlsCertificate)
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, registry.remotes.closing])
  const timer = setTimeout(() => stop.abort(tooSlow(remote)), timeoutOf(remote))
  const answer = await registry.outbound
    .open(question.address, {
      method: question.method ?? 'GET',
      headers: { ...headersFor(registry, remote), ...question.headers },
      ...(question.body !== undefined && { body: question.body }),
      redirects: 'any',
      takesCredentialsAlong: config.allowAnyHostAuth,
      proxy: config.disableProxy ? null : config.proxy || undefined,
      localAddress: config.localAddress,
      ...(identity && { identity }),
      ...(config.caCertificate !== '' && { authority: config.caCertificate }),
      ...(config.enableCookieManagement && { cookies: registry.remotes.cookiesOf(remote) }),
      signal,
    })
    .catch((error: unknown) => {
      throw failureOf(remote, signal.aborted ? signal.reason : error)
    })
    .finally(() => clearTimeout(timer))
  const drop = async () => {
    await answer.body?.cancel().catch(() => {})
  }
  if (answer.status >= 500 || answer.status === 429) {
    await drop()
    throw new UpstreamFailure(`The upstream of ${remote.key} answered ${answer.status}.`, {
      // A 500 may be about this one file; these are about the server.
      isOutage: answer.status !== 500,
    })
  }
  return {
    status: answer.status,
    headers: answer.headers,
    url: answer.url.href,
    askedAt,
    drop,
    body: watchBody(answer.body ?? nothing(), {
      timeoutMs: timeoutOf(remote),
      stop: () => stop.abort(tooSlow(remote)),
      explain: (error) => failureOf(remote, signal.aborted ? signal.reason : error),
    }),
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

function headersFor(registry: Registry, remote: Repository): Record<string, string> {
  const { username } = remoteConfig(remote)
  const password = openPassword(registry.access.vault, remote)
  const basic = Buffer.from(`${username}:${password}`).toString('base64')
  return {
    'user-agent': 'Bindery',
    // What is kept is what was published, not how it travelled.
    'accept-encoding': 'identity',
    ...(username !== '' || password !== '' ? { authorization: `Basic ${basic}` } : {}),
  }
}

const tooSlow = (remote: Repository) =>
  new UpstreamFailure(
    `The upstream of ${remote.key} was silent or too slow for ${timeoutOf(remote) / 1000} seconds.`,
    { isOutage: true },
  )

function failureOf(remote: Repository, error: unknown): AppError {
  if (error instanceof UpstreamFailure) return error
  // The policy's refusal is about the settings, not about the upstream.
  if (error instanceof AppError && error.code !== 'bad-gateway') return error
  const told = error instanceof AppError ? error.message : 'The connection broke.'
  return new UpstreamFailure(`The upstream of ${remote.key} could not be used: ${told}`, {
    isOutage: true,
    cause: error,
  })
}
