// A call of the management API as a line for a terminal. Secrets are not part of it.
import type { Endpoint } from '@bindery/contracts'
import { addressOf } from './call.ts'

interface CurlInput {
  params?: Record<string, unknown>
  body?: unknown
}

/** Asks for the password of the user by itself, and takes any address of the server. */
export function curlOf(endpoint: Endpoint, input: CurlInput, origin: string, user: string): string {
  const lines = [
    `curl -u ${quote(user)} -X ${endpoint.method} ${quote(origin + addressOf(endpoint.path, input.params))}`,
  ]
  if (input.body !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(masked(input.body)))}`)
  }
  return lines.join(' \\\n  ')
}

const secrets = /password|secret|passphrase/i

/** Values that nobody should find in a terminal's history. */
function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secrets.test(name) && typeof inner === 'string' && inner !== '' ? '********' : masked(inner),
    ]),
  )
}

// A quote inside single quotes: close, an escaped one, open again.
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
