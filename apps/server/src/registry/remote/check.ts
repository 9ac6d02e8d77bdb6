// What an upstream says about the bytes it sends, held against the bytes. Pure.
import type { StoredBlob } from '../../platform/blobs/blob-store.ts'
import type { RemoteConfig } from '../config/members.ts'

/** Empty when nobody told. */
export interface ExpectedDigests {
  sha256?: string
  sha1?: string
  md5?: string
  /** Base64, as the others of this name. */
  sha512?: string
}

interface Headers {
  get(name: string): string | null
}

/** Another Artifactory, or one of us, tells the digests of what it sends, one of them as its entity tag. */
export function declaredDigests(headers: Headers): ExpectedDigests {
  const declared: ExpectedDigests = {}
  for (const [name, length] of [
    ['sha256', 64],
    ['sha1', 40],
    ['md5', 32],
  ] as const) {
    const value = headers.get(`x-checksum-${name}`)?.toLowerCase() ?? ''
    if (value.length === length && /^[0-9a-f]+$/.test(value)) declared[name] = value
  }
  const tag = /^"?([0-9a-f]{40})"?$/.exec(headers.get('etag') ?? '')?.[1]
  if (tag !== undefined && headers.get('x-artifactory-id') !== null) declared.sha1 ??= tag
  return declared
}

/** The sentence about the first thing that is wrong; undefined when nothing is. */
export function findMismatch(
  blob: Partial<StoredBlob>,
  expected: ExpectedDigests,
  announcedSize: number | undefined,
): string | undefined {
  if (announcedSize !== undefined && blob.size !== announcedSize)
    return `${blob.size} bytes came, not ${announcedSize} as announced.`
  for (const name of ['sha512', 'sha256', 'sha1', 'md5'] as const) {
    const wanted = expected[name]
    if (wanted !== undefined && wanted !== '' && blob[name] !== wanted)
      return `the ${name} of what came is ${blob[name]}, not ${wanted}.`
  }
  return undefined
}

/** The length of what is kept; undefined when it was not told, or told of a compressed form. */
export function announcedSize(headers: Headers): number | undefined {
  const length = headers.get('content-length')
  const coding = headers.get('content-encoding') ?? 'identity'
  return length !== null && /^\d{1,15}$/.test(length) && coding === 'identity' ? Number(length) : undefined
}

/** A page where a file should be: a sign-in form, an error, a portal of the network. */
export function isForeignPage(config: RemoteConfig, path: string, contentType: string | null): boolean {
  if (!config.blockMismatchingMimeTypes || contentType === null) return false
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== 'text/html' && type !== 'application/xhtml+xml') return false
  const overrides = config.mismatchingMimeTypesOverrideList.split(/[\s,;]+/)
  return !overrides.includes(type) && !/\.x?html?$/i.test(path)
}
