// The test of an upstream: asks it once, as a remote repository would, and says in a sentence what came back.
import type { UpstreamReport, UpstreamTest } from '@bindery/contracts'
import { AppError, badRequest } from '../../platform/errors.ts'
import { openPassword } from '../../registry/config/secrets.ts'
import { requireAuthorities, requireUpstream } from '../../registry/config/check.ts'
import { identityFor } from '../../registry/remote/client-certificates.ts'
import type { Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'

const timeoutMs = 10_000

export async function tryUpstream(
  services: Services,
  given: UpstreamTest,
  known: Repository | undefined,
): Promise<UpstreamReport> {
  requireUpstream(given.url)
  requireAuthorities(given.caCertificate)
  const headers = credentials(given, passwordFor(services, given, known))
  const proxy = given.disableProxy ? null : given.proxy === '' ? undefined : given.proxy
  const begun = performance.now()
  const since = () => Math.round(performance.now() - begun)
  try {
    const identity = await identityFor(services.registry, given.clientTlsCertificate)
    const answer = await services.outbound.open(given.url, {
      headers,
      proxy,
      ...(identity && { identity }),
      ...(given.caCertificate !== '' && { authority: given.caCertificate }),
      redirects: 'any',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    const kind = answer.headers.get('content-type') ?? ''
    return {
      ...judge(answer.url.host, answer.status, kind, given),
      status: answer.status,
      milliseconds: since(),
    }
  } catch (error) {
    // What our own policy refuses is a matter of the field, not of the upstream.
    if (error instanceof AppError && error.code === 'bad-request') throw badRequest(error.message, 'url')
    const sentence = explain(new URL(given.url).host, error)
    return { outcome: 'failed', status: null, milliseconds: since(), sentence }
  }
}

/** The stored one goes to the server that it was stored for, and to no other. */
function passwordFor({ access }: Services, given: UpstreamTest, known: Repository | undefined): string {
  if (given.password !== undefined) return given.password
  if (!known || (known.config.password ?? '') === '') return ''
  if (new URL(known.config.url ?? '').origin !== new URL(given.url).origin)
    throw badRequest('The address leads to another server. Give the password again.', 'password')
  return openPassword(access.vault, known)
}

const credentials = ({ username }: UpstreamTest, password: string): Record<string, string> =>
  username === '' && password === ''
    ? {}
    : { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }

type Verdict = Pick<UpstreamReport, 'outcome' | 'sentence'>

function judge(host: string, status: number, type: string, { username }: UpstreamTest): Verdict {
  const said = (outcome: Verdict['outcome'], sentence: string) => ({ outcome, sentence })
  if (status === 401)
    return username === ''
      ? said('failed', `${host} asks for a user name and password.`)
      : said('failed', `${host} does not take this user name and password.`)
  if (status === 403)
    return said('failed', `${host} refuses us: this user may not read there, or our address is blocked.`)
  if (status === 404)
    return said(
      'warning',
      `${host} answers, but has nothing at this address. Some registries have no start page; otherwise check the path.`,
    )
  if (status === 429) return said('warning', `${host} answers, but limits how often we may ask.`)
  if (status >= 500) return said('failed', `${host} reports a fault of its own (${status}). Try again later.`)
  if (status >= 400) return said('warning', `${host} answers ${status}. Check the address.`)
  if (type.startsWith('text/html'))
    return said(
      'warning',
      `${host} answers with a web page. That may be the site of a registry, not the registry itself.`,
    )
  return said('passed', `${host} answers ${status}.`)
}

/** By the code of the deepest cause, which is what Node says about a connection. */
export function explain(host: string, error: unknown): string {
  const codes = [...causesOf(error)].map((one) => ('code' in one ? String(one.code) : one.name))
  const found = reasons.find(([pattern]) => codes.some((code) => pattern.test(code)))
  if (found) return found[1](host)
  return error instanceof AppError ? error.message : `${host} could not be reached.`
}

function* causesOf(error: unknown): Generator<Error> {
  for (let one = error; one instanceof Error; one = one.cause) yield one
}

const reasons: [RegExp, (host: string) => string][] = [
  [/ENOTFOUND|EAI_AGAIN/, (host) => `There is no server named ${host}: the name could not be looked up.`],
  [/ECONNREFUSED/, (host) => `${host} refuses connections. Check the port, and that the server runs.`],
  [/CERT_HAS_EXPIRED/, (host) => `The certificate of ${host} has expired.`],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, (host) => `The certificate of ${host} is for another name.`],
  [
    /SELF_SIGNED|UNABLE_TO_|CERT_|DEPTH_ZERO/,
    (host) => `The certificate of ${host} is not trusted here. Add its authority to those of this machine.`,
  ],
  [/ERR_SSL|EPROTO/, (host) => `${host} does not speak TLS at this port. Check http or https, and the port.`],
  [/TimeoutError|TIMEOUT|ABORT/i, (host) => `${host} does not answer within ${timeoutMs / 1000} seconds.`],
  [/ECONNRESET|EPIPE|SOCKET|HPE_/, (host) => `${host} broke off the connection.`],
]
