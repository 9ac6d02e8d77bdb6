// What arrives when the server calls itself, judged: each finding with what to change in the web server in front.
import type { ConnectionReport, EchoReply } from '@bindery/contracts'

export type Step = ConnectionReport['steps'][number]
type Finding = Omit<Step, 'milliseconds'>

export function judgeHost({ host }: URL, echo: EchoReply): Finding {
  const step = 'Host header'
  const seen = echo.forwardedHost || echo.host
  if (seen === host) return { step, outcome: 'passed', detail: `Arrives as ${host}.` }
  const detail = `${host} was asked for, ${seen} arrives: links would lead there.`
  return { step, outcome: 'failed', detail, fix: 'Pass the Host header on as it came.' }
}

export function judgeScheme({ protocol }: URL, echo: EchoReply): Finding {
  const step = 'Forwarded scheme'
  const scheme = protocol.slice(0, -1)
  const seen = echo.forwardedProto || (echo.isSecure ? 'https' : 'http')
  if (seen !== scheme)
    return {
      step,
      outcome: 'failed',
      detail: `The address is ${scheme}, ${seen} arrives: links would begin with ${seen}.`,
      fix: 'Set X-Forwarded-Proto to the scheme of the request.',
    }
  if (echo.origin.startsWith(`${scheme}:`))
    return { step, outcome: 'passed', detail: `Arrives as ${scheme}.` }
  return {
    step,
    outcome: 'warning',
    detail: `X-Forwarded-Proto arrives from ${echo.peer}, which is not believed: links begin with http.`,
    fix: `Set trustedProxies to ${echo.peer}, or baseUrl to the public address.`,
  }
}

export function judgeSlash(echo: EchoReply | undefined, status: number): Finding {
  const step = 'Encoded slashes'
  if (echo?.path.endsWith('/with%2Fslash') === true)
    return { step, outcome: 'passed', detail: '%2F arrives as it was sent.' }
  const detail =
    status === 404
      ? 'The web server in front decodes or refuses %2F: scoped packages would not be found.'
      : `An address with %2F is answered ${status} instead of being passed on.`
  return { step, outcome: 'failed', detail, fix: 'Pass the path on as it came, without decoding it.' }
}

export function judgeBody(status: number): Finding {
  const step = 'Large bodies'
  if (status === 200) return { step, outcome: 'passed', detail: '2 MiB arrive.' }
  const detail = `A body of 2 MiB is answered ${status}: packages could not be published.`
  return { step, outcome: 'failed', detail, fix: 'Take the limit off the size of request bodies.' }
}
