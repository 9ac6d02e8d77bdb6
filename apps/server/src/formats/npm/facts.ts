// From a version's manifest to what every format tells about a version.
import type { Facts } from '../../registry/format.ts'
import { isObject } from './json.ts'
import { webAddress, webAddressOfRepository } from './web-address.ts'

export function factsOf(
  manifest: Readonly<Record<string, unknown>>,
  readme: string | null,
  deprecated: string | undefined,
): Facts {
  return {
    description: text(manifest['description']),
    licence: text(manifest['license'], 300),
    homepage: webAddress(manifest['homepage']),
    source: webAddressOfRepository(manifest['repository']),
    keywords: keywordsOf(manifest['keywords']),
    deprecated: text(deprecated),
    readme,
    dependencies: dependenciesOf(manifest),
  }
}

/**
 * On one line, without control characters, at most so long: these become columns and properties, and PostgreSQL
 * takes no NUL in a text and no long one in an index.
 */
export function singleLine(value: string, longest: number): string {
  const line = value
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return line.length > longest ? `${line.slice(0, longest - 1).toWellFormed()}…` : line
}

const mostKeywords = 50
const longestKeyword = 100

function text(value: unknown, longest = 2000): string | null {
  return typeof value === 'string' ? singleLine(value, longest) || null : null
}

function keywordsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  const words = value.flatMap((word) => (typeof word === 'string' ? singleLine(word, longestKeyword) : []))
  return [...new Set(words.filter((word) => word !== ''))].slice(0, mostKeywords)
}

/** npm installs what is in both `dependencies` and `optionalDependencies` as optional, so the last one counts. */
function dependenciesOf(manifest: Readonly<Record<string, unknown>>): Facts['dependencies'] {
  const runtime = new Map([
    ...readMap(manifest['dependencies'], 'runtime'),
    ...readMap(manifest['optionalDependencies'], 'optional'),
  ])
  return [
    ...runtime.values(),
    ...readMap(manifest['peerDependencies'], 'peer').values(),
    ...readMap(manifest['devDependencies'], 'development').values(),
  ]
}

function readMap(value: unknown, kind: string): Map<string, Facts['dependencies'][number]> {
  const entries = isObject(value) ? Object.entries(value) : []
  return new Map(
    entries.map(([name, range]) => [
      name,
      { name: singleLine(name, 214), range: singleLine(String(range), 500), kind },
    ]),
  )
}
