// Properties as texts: `k1=v1,v2;k2=v3`, with `|` as good as `;`, and a backslash before what is meant literally.
// Clients send the separators plain and percent-encoded alike, so the text is taken apart after it was decoded.
import { badRequest } from '../platform/errors.ts'
import { checkPropertyKey, checkPropertyValue } from './paths.ts'
import type { Properties } from './properties.ts'

export function parseProperties(text: string): Properties {
  const properties: Properties = new Map()
  for (const part of split(text, ';|')) {
    if (part === '') continue
    const [key = '', ...values] = split(part, '=', 2)
    if (values.length === 0)
      throw badRequest(
        `The property ${JSON.stringify(unescape(key).slice(0, 100))} has no value. Write key=value.`,
        'properties',
      )
    const name = unescape(key)
    checkPropertyKey(name)
    const given = split(values.join(''), ',').map((value) => checkPropertyValue(unescape(value)))
    properties.set(name, [...(properties.get(name) ?? []), ...given])
  }
  if (properties.size === 0) throw badRequest('Name at least one property: key=value.', 'properties')
  return properties
}

export function parseKeys(text: string): string[] {
  const keys = split(text, ',').map((key) => unescape(key).trim())
  const named = keys.filter((key) => key !== '')
  for (const key of named) checkPropertyKey(key)
  return [...new Set(named)]
}

/** At each of the separators that has no backslash before it; the backslashes stay. */
function split(text: string, separators: string, most = Infinity): string[] {
  const parts = ['']
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    const last = parts.length - 1
    if (character === '\\' && at + 1 < text.length) {
      parts[last] += character + text.charAt(++at)
    } else if (separators.includes(character) && parts.length < most) parts.push('')
    else parts[last] += character
  }
  return parts
}

const unescape = (text: string) => text.replaceAll(/\\([,;|=\\])/g, '$1')
