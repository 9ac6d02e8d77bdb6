// Files at `/artifactory/<repository>/<path>`, whatever the format: the protocol of generic repositories, and the way
// in for tools that deploy by path. https://jfrog.com/help/r/jfrog-rest-apis/deploy-artifact
import { AppError, badRequest, notFound } from '../platform/errors.ts'
import type { Digests, StagedBlob } from '../platform/blobs/blob-store.ts'
import { json, type WireReply } from '../platform/http/wire.ts'
import { can, type RepositoryAction } from '../access/rules/permissions.ts'
import { refuseAnnounced } from './body-limit.ts'
import { createFolder, removeFiles, storeFile } from './files.ts'
import { fileJson, fileUrl, storageUrl } from './item-json.ts'
import { findKnownBlob, unknownBytes } from './known-blobs.ts'
import { listing } from './listing.ts'
import { findFiles, isFolder } from './nodes.ts'
import type { RegistryHandler, RegistryRequest } from './request.ts'
import { serveAt } from './resolve/resolve.ts'
import { readableMembers } from './virtual/members.ts'

export interface PlainOperation {
  action: RepositoryAction
  handle: RegistryHandler
  /** For whoever may not read this very path, but something below it or what it is the digest of. Gives no file away. */
  derived?: RegistryHandler
}

export const plainFiles: Record<string, PlainOperation> = {
  GET: { action: 'read', handle: getFile, derived: getDerived },
  PUT: { action: 'deploy', handle: putFile },
  DELETE: { action: 'delete', handle: deleteFile },
}

async function getFile(request: RegistryRequest): Promise<WireReply> {
  const { target } = request
  const path = target.segments.join('/')
  const reply = path === '' || target.isFolder ? undefined : await serveAt(request, path)
  return reply ?? getDerived(request)
}

async function getDerived(request: RegistryRequest): Promise<WireReply> {
  const { registry, target } = request
  const path = target.segments.join('/')
  const checksum = await checksumOf(request, path)
  if (checksum) return checksum
  const members = await readableMembers(request)
  const ids = members.map(({ id }) => id)
  if (path !== '' && !(await isFolder(registry.database.db, ids, path))) throw notFound('file', path)
  return listing(request, members, path)
}

/** `file.sha256` and its kin are answered from what is known, unless such a file was stored. */
async function checksumOf(request: RegistryRequest, path: string): Promise<WireReply | undefined> {
  const digested = digestedPath(path)
  const name = (['sha256', 'sha1', 'md5'] as const).find((one) => path.endsWith(`.${one}`))
  if (digested === undefined || name === undefined) return undefined
  const members = (await readableMembers(request)).filter((one) => can(request.actor, 'read', one, digested))
  const files = await findFiles(request.registry, members, digested)
  const file = members.map(({ id }) => files.get(id)).find((found) => found !== undefined)
  if (!file) return undefined
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: file[name] }
}

/** The file whose digest is asked for by this path, when it looks like such. */
export const digestedPath = (path: string): string | undefined =>
  /^(.+)\.(?:sha256|sha1|md5)$/.exec(path)?.[1]

async function putFile(request: RegistryRequest): Promise<WireReply> {
  const { registry, repository, actor, target } = request
  const path = target.segments.join('/')
  if (path === '') throw badRequest('Name a path behind the repository key.')
  if (target.isFolder) {
    await createFolder(registry, actor, repository, path)
    return json(201, {
      repo: repository.key,
      path: `/${path}/`,
      uri: storageUrl(request.origin, repository.key, path),
    })
  }
  const declared = declaredDigests(request)
  const staged = isSwitchedOn(request, 'x-checksum-deploy')
    ? await findBytes(request, declared)
    : await receiveBytes(request, declared)
  const node = await storeFile(registry, {
    actor,
    repository,
    path,
    staged,
    properties: target.properties,
    onConflict: 'overwrite',
  })
  const { key } = repository
  const place = { origin: request.origin, key, repository: key }
  return json(201, fileJson(place, node, declared), { location: fileUrl(request.origin, key, path) })
}

/** Clients try this first, without a body, and send the bytes when it finds nothing. */
async function findBytes(request: RegistryRequest, declared: Partial<Digests>): Promise<StagedBlob> {
  const { sha256, sha1 } = declared
  if (sha256 === undefined && sha1 === undefined)
    throw badRequest('A deploy by digest needs the header X-Checksum-Sha256 or X-Checksum-Sha1.')
  const token = request.headers['x-checksum-deploy-token']?.toString()
  const known = await findKnownBlob(request.registry, request.actor, { sha256, sha1, token })
  if (!known) throw unknownBytes()
  return known
}

async function receiveBytes(request: RegistryRequest, declared: Partial<Digests>): Promise<StagedBlob> {
  const { registry } = request
  refuseAnnounced(request, registry.limits.upload)
  const staged = await registry.blobs.stage(request.body, { limit: registry.limits.upload })
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

async function deleteFile(request: RegistryRequest): Promise<WireReply> {
  const { registry, repository, actor, target } = request
  const path = target.segments.join('/')
  if (path === '')
    throw badRequest('Name a path behind the repository key. A repository is deleted in the administration.')
  await removeFiles(registry, actor, repository, path)
  return { status: 204, headers: {} }
}

const lengths = { sha256: 64, sha1: 40, md5: 32 }

function declaredDigests(request: RegistryRequest): Partial<Digests> {
  const declared: Partial<Digests> = {}
  for (const name of ['sha256', 'sha1', 'md5'] as const) {
    // The Go client puts the SHA-256 in plain X-Checksum.
    const header =
      request.headers[`x-checksum-${name}`] || (name === 'sha256' && request.headers['x-checksum'])
    if (typeof header !== 'string' || header === '') continue
    if (!/^[0-9a-fA-F]+$/.test(header) || header.length !== lengths[name])
      throw badRequest(`The header X-Checksum-${name} must be ${lengths[name]} hexadecimal digits.`)
    declared[name] = header.toLowerCase()
  }
  return declared
}
