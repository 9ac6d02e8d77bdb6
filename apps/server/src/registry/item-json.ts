// A file in the words of Artifactory's clients; sizes are texts there.
import type { Digests } from '../platform/blobs/blob-store.ts'

/** Most paths are good as they are, and an answer may hold ten thousand. */
const encode = (path: string) =>
  /^[\w./~-]*$/.test(path) ? path : path.split('/').map(encodeURIComponent).join('/')

export const fileUrl = (origin: string, key: string, path: string): string =>
  `${origin}/artifactory/${encode(key)}/${encode(path)}`

export const storageUrl = (origin: string, key: string, path: string): string =>
  `${origin}/artifactory/api/storage/${encode(key)}${path === '' ? '' : `/${encode(path)}`}`

interface ToldFile {
  path: string
  size: number
  mimeType: string
  createdAt: string
  createdBy: string
  sha1: string
  md5: string
  sha256: string
}

interface FileJson {
  repo: string
  path: string
  created: string
  createdBy: string
  downloadUri: string
  mimeType: string
  size: string
  checksums: { sha1: string; md5: string; sha256: string }
  originalChecksums: { sha1?: string; md5?: string; sha256?: string }
  uri: string
}

/** `key` is the one that was asked for, `repository` the one that holds the file. */
export function fileJson(
  place: { origin: string; key: string; repository: string },
  file: ToldFile,
  declared: Partial<Digests>,
): FileJson {
  const { sha1, md5, sha256 } = file
  return {
    repo: place.repository,
    path: `/${file.path}`,
    created: file.createdAt,
    createdBy: file.createdBy,
    downloadUri: fileUrl(place.origin, place.key, file.path),
    mimeType: file.mimeType,
    size: String(file.size),
    checksums: { sha1, md5, sha256 },
    originalChecksums: declared,
    uri: storageUrl(place.origin, place.key, file.path),
  }
}
