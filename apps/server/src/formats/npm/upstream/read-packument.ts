// A packument of another registry, read while it arrives into what our own documents are made of. Versions are parsed one by one,
// so that neither the whole text is held nor anybody else kept waiting.
import { AppError, quote, tooLarge } from '../../../platform/errors.ts'
import type { PackageContents, PackageVersion } from '../../../registry/packages.ts'
import { isObject } from '../json.ts'
import { KeptBytes } from '../kept-bytes.ts'
import { tarballPath } from '../names.ts'
import { createPackumentScanner, type Part } from './packument-scanner.ts'

type Json = Record<string, unknown>

/** As much as of those that are published here. */
const readmeLimit = 512 * 1024
const versionLimit = 2 * 1024 * 1024
/** Mostly the times of versions. What is parsed at once, nobody else is answered meanwhile. */
const aroundLimit = 16 * 1024 * 1024

export async function readPackument(
  packument: AsyncIterable<Uint8Array>,
  name: string,
): Promise<PackageContents> {
  const { around, versions } = await takeApart(packument, name)
  if (around['name'] !== name)
    throw new AppError('bad-gateway', `it is about ${quote(String(around['name']))}, not ${quote(name)}.`)
  const times = objectOf(around['time'])
  const modifiedAt = textOf(times['modified']) || textOf(around['modified'])
  for (const version of versions) version.createdAt = textOf(times[version.version]) || modifiedAt
  return {
    name,
    revision: 0,
    createdAt: textOf(times['created']) || modifiedAt,
    modifiedAt,
    readme: textOf(around['readme']).slice(0, readmeLimit).toWellFormed() || null,
    versions,
    tags: Object.entries(objectOf(around['dist-tags'])).flatMap(([tag, version]) =>
      typeof version === 'string' ? [{ tag, version }] : [],
    ),
  }
}

/** The document without its versions, and these, in the order in which they stand there and without their times. */
async function takeApart(packument: AsyncIterable<Uint8Array>, name: string) {
  const around = new KeptBytes(aroundLimit, partTooLarge)
  const key = new KeptBytes(versionLimit, partTooLarge)
  const version = new KeptBytes(versionLimit, partTooLarge)
  const versions = new Map<string, PackageVersion>()
  let before: Part = 'around'
  const scan = createPackumentScanner((part, piece, start, end) => {
    if (version.length > 0 && part !== 'version' && part !== 'readme') {
      const number = String(parse(key.take()))
      versions.set(number, readVersion(name, number, objectOf(parse(version.take()))))
    }
    // That of something that is no version.
    if (part === 'key' && before !== 'key') key.take()
    if (part === 'around') around.add(piece, start, end)
    else if (part === 'version') version.add(piece, start, end)
    else if (part === 'key') key.add(piece, start, end)
    before = part
  })
  for await (const piece of packument) scan(piece)
  const parsed = parse(around.take())
  if (!isObject(parsed)) throw new AppError('bad-gateway', 'it is not a JSON object.')
  return { around: parsed, versions: [...versions.values()] }
}

function readVersion(name: string, version: string, given: Json): PackageVersion {
  const { dist, deprecated, readme: _, ...manifest } = given
  const told = objectOf(dist)
  const integrity = textOf(told['integrity'])
  const source = textOf(told['tarball'])
  return {
    version,
    manifest: { ...manifest, name, version, _dist: told },
    // A deprecation is a sentence; some old ones are just true.
    deprecated: typeof deprecated === 'string' ? deprecated : deprecated === true ? 'deprecated' : null,
    createdAt: '',
    path: tarballPath(name, version),
    size: 0,
    sha1: textOf(told['shasum']).toLowerCase(),
    sha512: /(?:^|\s)sha512-([A-Za-z0-9+/=]+)/.exec(integrity)?.[1] ?? '',
    ...(source !== '' && { source }),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('bad-gateway', 'it is not JSON.', { cause })
  }
}

const partTooLarge = (limit: number) => tooLarge(`a part of it is larger than the limit of ${limit} bytes.`)

const objectOf = (value: unknown): Json => (isObject(value) ? value : {})
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
