// YAML from outside: plain values only. No tags, few aliases, and never so deep or so large that reading it costs anything.
import { badRequest } from '../../../platform/errors.ts'
import { isPlainObject, type Plain, type PlainObject } from '../../../registry/config/elements.ts'

const mostAliases = 50
const deepest = 200

export async function fromYaml(text: string): Promise<PlainObject> {
  const value = await parse(text)
  if (!isPlainObject(value))
    throw badRequest('The document holds elements of the configuration by their names.')
  return value
}

/** The library calls itself for each level, and takes the longer the deeper it is. */
function depthOf(text: string): number {
  let depth = 0
  let most = 0
  for (const [sign] of text.matchAll(/[[\]{}]|^[ -]*(?:- ){2,}/gm)) {
    if (sign === ']' || sign === '}') depth--
    else most = Math.max(most, sign.length > 1 ? sign.length / 2 : ++depth)
  }
  return most
}

async function parse(text: string): Promise<Plain> {
  if (depthOf(text) > deepest)
    throw badRequest('The body is not YAML that is taken here: it is nested too deeply.')
  const { parseDocument } = await import('yaml')
  try {
    const document = parseDocument(text, { schema: 'core', logLevel: 'silent', stringKeys: true })
    const [problem] = [...document.errors, ...document.warnings]
    if (problem) throw problem
    // The core schema knows texts, numbers, true and false, null, lists and maps.
    return document.toJS({ maxAliasCount: mostAliases }) as Plain
  } catch (cause) {
    const told = cause instanceof Error ? cause.message.split('\n')[0] : undefined
    throw badRequest(`The body is not YAML that is taken here: ${told?.slice(0, 300) ?? 'it cannot be read'}`)
  }
}
