// package.json as people write it, made into the manifest that clients rely on, by the rules of npm's own
// normalisation (@npmcli/package-json). What has the wrong type is left out: a client must not stumble over it.
import { posix } from 'node:path'
import { isObject } from './json.ts'
import type { TarballContents } from './tarball/tarball.ts'
import { expandShortcut } from './web-address.ts'

type Manifest = Record<string, unknown>

/** Without `dist`, which depends on where the file is served; what it needs from here is in `_dist`. */
export function normalizeManifest(contents: TarballContents, name: string, version: string): Manifest {
  const { packageJson } = contents
  const scripts = scriptsOf(contents)
  const manifest: Manifest = {
    ...fieldsAsWritten(packageJson),
    name,
    version,
    ...checkedFields(packageJson, name),
    scripts: orNothing(scripts),
    _id: `${name}@${version}`,
    _hasShrinkwrap: contents.hasShrinkwrap,
    _dist: distOf(contents),
  }
  if (scripts['install'] === gypInstall && contents.hasGypFile) manifest['gypfile'] = true
  if (installScripts.some((step) => scripts[step])) manifest['hasInstallScript'] = true
  return withoutUndefined(manifest)
}

const gypInstall = 'node-gyp rebuild'
const installScripts = ['preinstall', 'install', 'postinstall']

/** Ours to say, whatever a package.json claims: a deprecation comes from the registry, the rest from the tarball. */
const ownFields = new Set([
  'dist',
  'deprecated',
  'hasInstallScript',
  'readme',
  'readmeFilename',
  'licence',
  'licenses',
  'bundledDependencies',
])

/** npm keeps fields that begin with `_` for registries; this also leaves out `__proto__`. */
const fieldsAsWritten = (packageJson: Manifest): Manifest =>
  Object.fromEntries(
    Object.entries(packageJson).filter(([key]) => !key.startsWith('_') && !ownFields.has(key)),
  )

function checkedFields(packageJson: Manifest, name: string): Manifest {
  return {
    description: stringOr(packageJson['description']),
    homepage: stringOr(packageJson['homepage']),
    license: licenceOf(packageJson),
    keywords: keywordsOf(packageJson['keywords']),
    author: personOf(packageJson['author']),
    contributors: peopleOf(packageJson['contributors']),
    maintainers: peopleOf(packageJson['maintainers']),
    repository: repositoryOf(packageJson['repository']),
    bugs: bugsOf(packageJson['bugs']),
    bin: binOf(packageJson['bin'], name),
    directories: isObject(packageJson['directories']) ? packageJson['directories'] : undefined,
    files: stringsOf(packageJson['files']),
    engines: orNothing(stringMap(packageJson['engines'])),
    os: stringsOf(packageJson['os']),
    cpu: stringsOf(packageJson['cpu']),
    libc: stringsOf(packageJson['libc']),
    ...dependencyFields(packageJson),
  }
}

function dependencyFields(packageJson: Manifest): Manifest {
  const maps = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']
  return {
    ...Object.fromEntries(maps.map((field) => [field, orNothing(stringMap(packageJson[field]))])),
    peerDependenciesMeta: metaOf(packageJson['peerDependenciesMeta']),
    bundleDependencies: bundledOf(packageJson),
  }
}

/** A `*.gyp` without an install script of its own means: compile. */
function scriptsOf({ packageJson, hasGypFile }: TarballContents): Record<string, string> {
  const scripts = stringMap(packageJson['scripts'])
  const isCompiled =
    hasGypFile && !scripts['install'] && !scripts['preinstall'] && packageJson['gypfile'] !== false
  return isCompiled ? { ...scripts, install: gypInstall } : scripts
}

/** Counts of a part would be wrong, so a scan that was stopped gives none. */
const distOf = ({ fileCount, unpackedSize, isTruncatedScan }: TarballContents): Manifest =>
  isTruncatedScan ? { isTruncatedScan } : { fileCount, unpackedSize }

/** A string, `{type}`, or the list of these that was once written as `licenses`. */
function licenceOf(packageJson: Manifest): string | undefined {
  const written = packageJson['license'] ?? packageJson['licence'] ?? packageJson['licenses']
  const names = (Array.isArray(written) ? written : [written]).flatMap(
    (one) => stringOr(isObject(one) ? (one['type'] ?? one['name']) : one) ?? [],
  )
  if (names.length < 2) return names[0]
  return `(${names.join(' OR ')})`
}

function keywordsOf(value: unknown): string[] | undefined {
  return stringsOf(typeof value === 'string' ? value.split(/,\s*/) : value)
}

/** `Ann <ann@example.org> (https://example.org)`, or the same as an object. */
function personOf(value: unknown): Manifest | undefined {
  if (typeof value === 'string')
    return person(/^[^(<]+/.exec(value)?.[0], /<([^<>]+)>/.exec(value)?.[1], /\(([^()]+)\)/.exec(value)?.[1])
  if (!isObject(value)) return undefined
  return person(value['name'], value['email'] ?? value['mail'], value['url'] ?? value['web'])
}

function person(name: unknown, email: unknown, url: unknown): Manifest | undefined {
  return orNothing(
    withoutUndefined({
      name: stringOr(name)?.trim() || undefined,
      email: stringOr(email),
      url: stringOr(url),
    }),
  )
}

function peopleOf(value: unknown): Manifest[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.map(personOf).filter((one) => one !== undefined)
}

function repositoryOf(value: unknown): Manifest | undefined {
  const written = typeof value === 'string' ? { type: 'git', url: value } : value
  if (!isObject(written)) return undefined
  const { url, type, directory } = written
  if (typeof url !== 'string') return undefined
  return withoutUndefined({
    type: stringOr(type),
    url: expandShortcut(url) ?? url,
    directory: stringOr(directory),
  })
}

function bugsOf(value: unknown): Manifest | undefined {
  if (typeof value === 'string') {
    if (URL.canParse(value)) return { url: value }
    return value.includes('@') ? { email: value } : undefined
  }
  if (!isObject(value)) return undefined
  return orNothing(withoutUndefined({ url: stringOr(value['url']), email: stringOr(value['email']) }))
}

/** Names without folders, targets inside the package: what npm would link, and nothing that leads elsewhere. */
function binOf(value: unknown, name: string): Record<string, string> | undefined {
  const written = typeof value === 'string' ? { [name]: value } : value
  const pairs = Array.isArray(written)
    ? written.flatMap((path) => (typeof path === 'string' ? [[path, path] as const] : []))
    : Object.entries(stringMap(written))
  const safe = pairs
    .map(([command, path]) => [posix.basename(insidePath(command)), insidePath(path)] as const)
    .filter(([command, path]) => command !== '' && path !== '')
  return orNothing(Object.fromEntries(safe))
}

/** `..` cannot climb above the root it is joined to. */
const insidePath = (path: string) => posix.join('/', path.replaceAll(/[\\:]/g, '/')).slice(1)

function metaOf(value: unknown): Manifest | undefined {
  if (!isObject(value)) return undefined
  return orNothing(Object.fromEntries(Object.entries(value).filter(([, meta]) => isObject(meta))))
}

/** `true` stands for all dependencies, and the name was once spelled with a d. */
function bundledOf(packageJson: Manifest): string[] | undefined {
  const written = packageJson['bundleDependencies'] ?? packageJson['bundledDependencies']
  if (written === true) return Object.keys(stringMap(packageJson['dependencies']))
  if (isObject(written)) return Object.keys(written)
  return stringsOf(written)
}

function stringMap(value: unknown): Record<string, string> {
  if (!isObject(value)) return {}
  const pairs = Object.entries(value).flatMap(([key, text]) =>
    typeof text === 'string' && key !== '__proto__' ? [[key, text] as const] : [],
  )
  return Object.fromEntries(pairs)
}

/** One string counts as a list of one, as `os` and `cpu` are often written. */
function stringsOf(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return undefined
  return value.filter((one): one is string => typeof one === 'string' && one !== '')
}

const stringOr = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const orNothing = <Value extends object>(value: Value): Value | undefined =>
  Object.keys(value).length > 0 ? value : undefined

const withoutUndefined = (value: Manifest): Manifest =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined))
