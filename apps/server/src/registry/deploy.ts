// Putting a file at a path: its bytes, a digest in their place, an archive to be taken apart, or a folder.
import { AppError, badRequest } from '../platform/errors.ts'
import type { Digests, StagedBlob } from '../platform/blobs/blob-store.ts'
import { json, type WireReply } from '../platform/http/wire.ts'
import { explode } from './archives/explode.ts'
import { permittedProperties } from './by-actor.ts'
import { refuseAnnounced } from './body-limit.ts'
import { createFolder, storeFile } from './files.ts'
import { fileJson, fileUrl, storageUrl } from './item-json.ts'
import { findKnownBlob, unknownBytes } from './known-blobs.ts'
import { parentOf } from './paths.ts'
import { requireHandled } from './patterns.ts'
import { formatOf } from './registry.ts'
import type { RegistryRequest } from './request.ts'

export async function putFile(
  request: RegistryRequest,
  path = request.target.segments.join('/'),
): Promise<WireReply> {
  const { registry, repository, actor, target } = request
  if (path === '') return answerRoot(request)
  if (target.isFolder) {
    await refuseBytes(request)
    await createFolder(registry, actor, repository, path, target.properties)
    return json(201, {
      repo: repository.key,
      path: `/${path}/`,
      uri: storageUrl(request.origin, repository.key, path),
    })
  }
  const declared = declaredDigests(request)
  const isAtomic = isSwitchedOn(request, 'x-explode-archive-atomic')
  if (isAtomic || isSwitchedOn(request, 'x-explode-archive')) return explodeArchive(request, path, isAtomic)
  // Asked again where it is stored; here before the bytes are on their way.
  requireHandled(repository, path)
  const staged = isSwitchedOn(request, 'x-checksum-deploy')
    ? await findBytes(request, declared)
    : await receiveBytes(request, declared)
  const node = await storeFile(registry, {
    actor,
    repository,
    path,
    staged,
    declared,
    properties: permittedProperties(registry, { actor, repository, path }, target.properties),
    onConflict: 'overwrite',
  })
  const { key } = repository
  const place = { origin: request.origin, key, repository: key }
  return json(201, fileJson(place, node, declared), { location: fileUrl(request.origin, key, path) })
}

/** The root is a folder that is always there: clients make sure of it before they copy something into it. */
async function answerRoot(request: RegistryRequest): Promise<WireReply> {
  const { repository, target, origin, path } = request
  if (!path.endsWith('/')) throw badRequest('Name a path behind the repository key.')
  await refuseBytes(request)
  if (target.properties.size > 0) throw badRequest('The root of a repository has no properties of its own.')
  return json(201, { repo: repository.key, path: '/', uri: storageUrl(origin, repository.key, '') })
}

/** They would be gone without a word: a folder has none. */
async function refuseBytes({ body }: RegistryRequest): Promise<void> {
  for await (const piece of body)
    if (piece.byteLength > 0)
      throw badRequest('A path that ends in a slash is a folder and has no content. Name the file behind it.')
}

/** The files of an archive in the place of the archive, which is not kept. */
async function explodeArchive(request: RegistryRequest, path: string, isAtomic: boolean): Promise<WireReply> {
  const { registry, repository, actor, target } = request
  const staged = await receiveBytes(request, declaredDigests(request))
  try {
    const files = await explode(registry, {
      actor,
      repository,
      folder: parentOf(path),
      archive: { name: path, size: staged.size, read: (range) => staged.read(range) },
      properties: target.properties,
      isAtomic,
    })
    return json(201, { repo: repository.key, path: `/${parentOf(path)}`, files })
  } finally {
    await staged.discard()
  }
}

/** Clients try this first, without a body, and send the bytes when it finds nothing. */
async function findBytes(request: RegistryRequest, declared: Partial<Digests>): Promise<StagedBlob> {
  const { sha256, sha1, md5 } = declared
  if (sha256 === undefined && sha1 === undefined)
    throw badRequest('A deploy by digest needs the header X-Checksum-Sha256 or X-Checksum-Sha1.')
  const token = request.headers['x-checksum-deploy-token']?.toString()
  const known = await findKnownBlob(request.registry, request.actor, { sha256, sha1, md5, token })
  if (!known) throw unknownBytes()
  return known
}

async function receiveBytes(request: RegistryRequest, declared: Partial<Digests>): Promise<StagedBlob> {
  const { registry } = request
  refuseAnnounced(request, registry.limits.upload)
  const staged = await registry.blobs.stage(request.body, {
    limit: registry.limits.upload,
    announced: Number(request.headers['content-length'] ?? 0),
    sha512: formatOf(registry, request.repository).needsSha512,
  })
  for (const [name, value] of Object.entries(declared)) {
    // declaredDigests fills only these three.
    const actual = staged[name as 'sha256' | 'sha1' | 'md5']
    if (actual === value) continue
    await staged.discard()
    throw new AppError(
      'checksum-mismatch',
      `The ${name} of the received bytes is ${actual}, not ${value} as announced. The file was not stored; send it again.`,
    )
  }
  return staged
}

const isSwitchedOn = ({ headers }: RegistryRequest, name: string): boolean =>
  headers[name]?.toString().toLowerCase() === 'true'

const lengths = { sha256: 64, sha1: 40, md5: 32 }

function declaredDigests({ headers }: RegistryRequest): Partial<Digests> {
  const declared: Partial<Digests> = {}
  // Says by its length which one it is: the Go client puts the SHA-256 there.
  const plain = headers['x-checksum']?.toString() ?? ''
  if (plain !== '' && !Object.values(lengths).includes(plain.length))
    throw badRequest('The header X-Checksum must be a SHA-256, a SHA-1 or an MD5 in hexadecimal digits.')
  for (const name of ['sha256', 'sha1', 'md5'] as const) {
    const header = headers[`x-checksum-${name}`] || (plain.length === lengths[name] && plain)
    if (typeof header !== 'string' || header === '') continue
    if (!/^[0-9a-fA-F]+$/.test(header) || header.length !== lengths[name])
      throw badRequest(`The header X-Checksum-${name} must be ${lengths[name]} hexadecimal digits.`)
    declared[name] = header.toLowerCase()
  }
  return declared
}
