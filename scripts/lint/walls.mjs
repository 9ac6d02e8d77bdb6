// Who may import whom, as one table. A file belongs to a zone by its path; a zone lists the zones it may
// import. Files of one part of a zone (a format, a feature) may import each other and no other part.
import { posix } from 'node:path'

/**
 * @typedef {object} Zone
 * @property {string} name
 * @property {RegExp} path the first group, where there is one, is the part
 * @property {string[]} may zones it may import besides itself
 * @property {RegExp} [packages] the only packages it may import
 * @property {RegExp} [without] packages it may not import
 */

const everything = [
  'contracts',
  'config',
  'platform',
  'access',
  'registry',
  'a format',
  'the list of formats',
  'a feature',
  'the list of features',
  'what a feature is',
  'the application',
]

/** The first match wins. @type {Zone[]} */
const zones = [
  { name: 'tests', path: /^tests\/|^.*\.(?:test|spec|suite)\.tsx?$/, may: [] },
  { name: 'contracts', path: /^packages\/contracts\//, may: [], packages: /^zod(?:\/|$)/ },
  ...server([
    {
      name: 'config',
      path: /^(?:(?:config|deployment)\.ts$|settings\/)/,
      may: ['config', 'contracts', 'platform'],
    },
    { name: 'platform', path: /^platform\//, may: ['contracts'] },
    { name: 'access', path: /^access\//, may: ['contracts', 'platform'] },
    { name: 'registry', path: /^registry\//, may: ['platform', 'access'] },
    { name: 'the list of formats', path: /^formats\/index\.ts$/, may: ['a format', 'registry'] },
    {
      name: 'a format',
      path: /^formats\/([^/]+)\//,
      may: ['registry', 'the small parts of platform'],
      without: /^(?:kysely|pg|node:sqlite|node:fs)(?:\/|$)/,
    },
    {
      name: 'the list of features',
      path: /^features\/index\.ts$/,
      may: ['a feature', 'what a feature is'],
    },
    {
      name: 'what a feature is',
      path: /^features\/feature\.ts$/,
      may: ['contracts', 'config', 'platform', 'access', 'registry'],
    },
    {
      name: 'a feature',
      path: /^features\/([^/]+)\//,
      may: ['what a feature is', 'contracts', 'config', 'platform', 'access', 'registry'],
    },
    { name: 'the application', path: /^(?:[^/]+\.ts|commands\/.+)$/, may: everything },
  ]),
  ...web([
    { name: 'web messages', path: /^messages\//, may: [] },
    { name: 'web lib', path: /^lib\//, may: ['web messages', 'contracts'] },
    { name: 'web ui', path: /^ui\//, may: ['web lib', 'web messages', 'contracts'] },
    { name: 'web shared', path: /^shared\//, may: ['web ui', 'web lib', 'web messages', 'contracts'] },
    {
      name: 'a web feature',
      path: /^features\/([^/]+)\//,
      may: ['web shared', 'web ui', 'web lib', 'web messages', 'contracts'],
    },
    {
      name: 'the web application',
      path: /^(?:app\/|main\.tsx$)/,
      may: ['a web feature', 'web shared', 'web ui', 'web lib', 'web messages', 'contracts'],
    },
  ]),
]

/** Parts of the platform that know no database, no HTTP framework and no disk: formats may use them. */
const smallParts =
  /^apps\/server\/src\/platform\/(?:(?:errors|streams|digests|clock|ids|json|lazily)(?:\.ts$|\/)|http\/wire\.ts$)/

/**
 * The sentence that refuses an import, or undefined when it is allowed.
 * @param {string} importer path from the project's root
 * @param {string} specifier as written in the import
 * @returns {string | undefined}
 */
export function refusal(importer, specifier) {
  const from = zoneOf(importer)
  const target = resolve(importer, specifier)
  if (from?.name === 'tests') return undefined
  if (target === undefined) return refusePackage(importer, specifier, from)
  if (!from) return refuseFromOutside(importer, target)
  const to = zoneOf(target)
  if (to?.name === 'tests') return 'Only tests may import from tests.'
  if (isSamePart(from, importer, to, target)) return undefined
  if (to && from.may.includes(to.name)) return undefined
  if (from.may.includes('the small parts of platform') && smallParts.test(target)) return undefined
  return `${describe(from, importer)} may not import ${to ? describe(to, target) : target}. ${advice(from)}`
}

/**
 * @param {string} importer
 * @param {string} specifier
 * @param {Zone | undefined} from
 */
function refusePackage(importer, specifier, from) {
  if (/^(?:fastify|@fastify\/.+)$/.test(specifier) && !knowsFastify(importer)) {
    return 'Only platform/http and files named routes.ts may import Fastify.'
  }
  if (specifier.startsWith('@mantine/') && from?.name !== 'web ui') {
    return 'Only apps/web/src/ui may import Mantine: give the part a name there and import that.'
  }
  if (from?.packages && !from.packages.test(specifier)) {
    return `${describe(from, importer)} may import zod and no other package.`
  }
  if (from?.without?.test(specifier)) {
    return `${describe(from, importer)} may not import ${specifier}. ${advice(from)}`
  }
  return undefined
}

/**
 * Scripts, the benchmark and configuration files: outside the layers, yet not a way into the tests.
 * @param {string} importer
 * @param {string} target
 */
function refuseFromOutside(importer, target) {
  if (/^apps\/(?:server|web)\/src\//.test(importer)) {
    return `${importer} is in no layer. Move it into one, or add its folder to scripts/lint/walls.mjs.`
  }
  return zoneOf(target)?.name === 'tests' ? 'Only tests may import from tests.' : undefined
}

/** @param {string} importer */
function knowsFastify(importer) {
  const server = /^apps\/server\/src\/(?:platform\/http\/|(?:.*\/)?routes\.ts$)/
  return server.test(importer) || !importer.startsWith('apps/')
}

/**
 * @param {Zone} from
 * @param {string} importer
 * @param {Zone | undefined} to
 * @param {string} target
 */
function isSamePart(from, importer, to, target) {
  return from === to && from.path.exec(importer)?.[1] === from.path.exec(target)?.[1]
}

/**
 * The path from the root that an import leads to; undefined for a package.
 * @param {string} importer
 * @param {string} specifier
 */
function resolve(importer, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier)
  const own = /^@bindery\/(contracts|server|web|tests)(?:\/(.*))?$/.exec(specifier)
  if (!own) return undefined
  const folders = { contracts: 'packages/contracts', server: 'apps/server', web: 'apps/web', tests: 'tests' }
  // The pattern lets through the keys of `folders` only.
  const folder = folders[/** @type {keyof typeof folders} */ (own[1])]
  return posix.join(folder, own[2] ?? 'src/index.ts')
}

/** @param {string} path */
function zoneOf(path) {
  return zones.find((zone) => zone.path.test(path))
}

/**
 * @param {Zone} zone
 * @param {string} path
 */
function describe(zone, path) {
  const part = zone.path.exec(path)?.[1]
  return part ? `${zone.name} (${part})` : zone.name
}

/** @param {Zone} from */
function advice(from) {
  if (from.may.length === 0) return 'It stands alone.'
  return `It may import: ${from.may.join(', ')}.`
}

/** @param {Zone[]} inside */
function server(inside) {
  return inside.map((zone) => ({ ...zone, path: under('apps/server/src/', zone.path) }))
}

/** @param {Zone[]} inside */
function web(inside) {
  return inside.map((zone) => ({ ...zone, path: under('apps/web/src/', zone.path) }))
}

/**
 * @param {string} folder
 * @param {RegExp} path anchored at its start
 */
function under(folder, path) {
  return new RegExp(`^${folder}(?:${path.source.slice(1)})`)
}
