// Names in a directory: what a person typed becomes part of a filter or a DN as a plain value and never as syntax.
import type { Filter } from 'ldapts'
import { badRequest, quote } from '../../platform/errors.ts'
import { lazily } from '../../platform/lazily.ts'

/** Only those who have a directory need it. */
export const ldapts = lazily<typeof import('ldapts')>('ldapts')

interface Rdn {
  type: string
  value: string
}

/** Throws a refusal for what is no filter. */
export function parseFilter(filter: string, field?: string): Filter {
  try {
    return ldapts().FilterParser.parseString(filter)
  } catch {
    throw badRequest(`${quote(filter)} is not an LDAP filter. Write it like (objectClass=person).`, field)
  }
}

/** `(uid={0})` with a name: whatever the name holds, it is only ever compared. */
export const fillFilter = (filter: string, name: string) =>
  filter.replaceAll('{0}', () => ldapts().Filter.escape(name))

/** `uid={0},ou=people` with a name. */
export const fillDn = (pattern: string, name: string) => pattern.replaceAll('{0}', () => escapeDnValue(name))

/** Every byte that is no letter, digit or harmless sign as a pair of digits, which RFC 4514 allows for any. */
export const escapeDnValue = (value: string) =>
  [...Buffer.from(value)]
    .map((byte) => {
      const sign = String.fromCharCode(byte)
      return /[A-Za-z0-9._@-]/.test(sign) ? sign : `\\${byte.toString(16).padStart(2, '0')}`
    })
    .join('')

/** A DN below the base of the server; one that names the base already stays. */
export function below(base: string, dn: string): string {
  if (dn === '' || base === '') return dn || base
  const [whole, end] = [normalDn(dn), normalDn(base)]
  return whole === end || whole.endsWith(`,${end}`) ? dn : `${dn},${base}`
}

/** The parts of a DN from the left, unescaped. Of a part with several values the first counts. */
export function splitDn(dn: string): Rdn[] {
  // RFC 4514: a comma ends a part unless a backslash stands before it.
  const parts = dn.match(/(?:\\.|[^,\\])+/gs) ?? []
  return parts.flatMap((part) => {
    const equals = part.indexOf('=')
    if (equals < 1) return []
    const [first = ''] = part.slice(equals + 1).match(/(?:\\.|[^+\\])+/s) ?? []
    return [{ type: part.slice(0, equals).trim().toLowerCase(), value: unescapeDnValue(first.trim()) }]
  })
}

/** For comparing: types and values in lower case, one way of escaping. */
export const normalDn = (dn: string) =>
  splitDn(dn)
    .map(({ type, value }) => `${type}=${escapeDnValue(value.toLowerCase())}`)
    .join(',')

/** The attribute that holds the name which people type: the one compared with {0}. */
export const comparedAttribute = (template: string) =>
  /([A-Za-z][A-Za-z0-9;-]*)=\{0\}/.exec(template)?.[1] ?? ''

function unescapeDnValue(value: string): string {
  const bytes: Buffer[] = []
  for (const [piece] of value.matchAll(/\\[0-9a-fA-F]{2}|\\.|[^\\]+/gs))
    bytes.push(
      /^\\[0-9a-fA-F]{2}$/.test(piece)
        ? Buffer.from(piece.slice(1), 'hex')
        : Buffer.from(piece.replace(/^\\/, '')),
    )
  return Buffer.concat(bytes).toString('utf8')
}
