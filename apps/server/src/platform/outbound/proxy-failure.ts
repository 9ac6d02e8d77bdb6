// What a failure on the way through a proxy means, read from what the HTTP library says about it.
import { AppError } from '../errors.ts'
import type { Proxy } from './proxy.ts'

/** `silent`: nothing there that answers as a proxy does; the others come from the proxy itself. */
type ProxyFault = 'silent' | 'credentials' | 'refused' | 'target'

export class ProxyFailure extends AppError {
  readonly fault: ProxyFault

  constructor(fault: ProxyFault, message: string, cause: unknown) {
    super('bad-gateway', message, { cause })
    this.fault = fault
  }
}

export function proxyFailure(proxy: Proxy, url: URL, error: unknown): ProxyFailure {
  const chain = causes(error)
  const status = chain.map(({ message }) => statusIn(message)).find((found) => found !== undefined)
  if (status === 407)
    return new ProxyFailure(
      'credentials',
      `The proxy ${proxy.key} does not take these credentials (407).`,
      error,
    )
  if (status !== undefined)
    return new ProxyFailure(
      'refused',
      `The proxy ${proxy.key} did not open a way to ${url.host} (${status}).`,
      error,
    )
  const isCertificate = chain.some(({ code }) => code !== undefined && certificateFaults.test(code))
  if (isCertificate)
    return new ProxyFailure(
      'target',
      `The certificate of ${url.host}, seen through ${proxy.key}, cannot be trusted.`,
      error,
    )
  return new ProxyFailure(
    'silent',
    `The proxy ${proxy.key} could not be reached, or does not answer as a proxy does.`,
    error,
  )
}

const certificateFaults = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/

const statusIn = (message: string): number | undefined => {
  const found = /Proxy response \((\d{3})\)|Required \((407)\)/.exec(message)
  return found === null ? undefined : Number(found[1] ?? found[2])
}

function causes(error: unknown): { message: string; code: string | undefined }[] {
  if (!(error instanceof Error)) return []
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return [{ message: error.message, code }, ...causes(error.cause)]
}
