// Files at `/artifactory/<repository>/<path>`, whatever the format: the protocol of generic repositories, and the way
// in for tools that deploy by path. https://jfrog.com/help/r/jfrog-rest-apis/deploy-artifact
import { AppError, badRequest, notFound, quote } from '../platform/errors.ts'
import { text, type WireReply } from '../platform/http/wire.ts'
import { can, type RepositoryAction } from '../access/rules/permissions.ts'
import { serveEntry } from './archives/entry.ts'
import { requireRight } from './by-actor.ts'
import { chooseBuild, chooseFile, type ChosenFile } from './choose-file.ts'
import { putFile } from './deploy.ts'
import { removeFiles } from './files.ts'
import { asksForLatest, hasProperties, pathOfLatest } from './latest.ts'
import { listing } from './listing.ts'
import { removeOlder } from './mirrors/remove-older.ts'
import { findFiles, type FileNode } from './file-nodes.ts'
import { findNode, isFolder } from './nodes.ts'
import { handlesPath } from './patterns.ts'
import { maySee } from './places.ts'
import type { RegistryHandler, RegistryRequest } from './request.ts'
import { isLocal } from './repositories.ts'
import { serveAt } from './resolve/resolve.ts'
import { itemsBeyond } from './remote/folder.ts'
import { traceFile } from './trace.ts'
import { readableMembers } from './virtual/members.ts'

export interface PlainOperation {
  action: RepositoryAction
  handle: RegistryHandler
  /** For whoever may not read this very path, but something below it or what it is the digest of. Gives no file away. */
  derived?: RegistryHandler
}

export const plainFiles: Record<string, PlainOperation> = {
  GET: { action: 'read', handle: getFile, derived: getDerived },
  PUT: { action: 'deploy', handle: deployFile },
  DELETE: { action: 'delete', handle: deleteFile },
}

async function getFile(request: RegistryRequest): Promise<WireReply> {
  const { registry, repository, actor, target } = request
  const path = target.segments.join('/')
  if (request.query().has('trace')) return text(200, await traceFile(registry, actor, repository, path))
  if (path === '' || target.isFolder) return getDerived(request)
  const chosen = await chooseFile(request, path)
  if (!chosen) return getChecksum(request, path)
  // What is held here is looked into before an upstream is asked for a file of that name.
  const steps = isLocal(chosen.request.repository) ? [serveAt, serveEntry] : [serveEntry, serveAt]
  for (const step of steps) {
    const reply = await step(chosen.request, chosen.path)
    if (reply) return reply
  }
  const build = await chooseBuild(request, path)
  const reply = build && (await serveAt(build.request, build.path))
  return reply ?? getDerived(request)
}

async function getChecksum(request: RegistryRequest, path: string): Promise<WireReply> {
  const checksum = await checksumOf(request, path)
  if (!checksum) throw notFound('file', path)
  return checksum
}

/** A token stands for the newest version that is there: what belongs to it is put beside it. */
async function deployFile(request: RegistryRequest): Promise<WireReply> {
  const { registry, repository, actor, target } = request
  const asked = target.segments.join('/')
  if (!asksForLatest(asked)) return putFile(request)
  const path = await pathOfLatest(registry, repository, asked)
  if (path === undefined)
    throw new AppError(
      'not-found',
      `There is no version yet that ${quote(asked)} could mean. Deploy one with its version in the path first.`,
    )
  requireRight(actor, 'deploy', repository, path)
  return putFile(request, path)
}

async function getDerived(request: RegistryRequest): Promise<WireReply> {
  const { registry, target } = request
  const path = target.segments.join('/')
  const checksum = await checksumOf(request, path)
  if (checksum) return checksum
  const members = await readableMembers(request)
  const ids = members.map(({ id }) => id)
  const beyond = await itemsBeyond(request, path)
  if (path !== '' && beyond.length === 0 && !(await isFolder(registry.database.db, ids, path)))
    throw notFound('file', path)
  return listing(request, members, path, beyond)
}

/** `file.sha256` and its kin are answered from what is known, unless such a file was stored. */
async function checksumOf(request: RegistryRequest, path: string): Promise<WireReply | undefined> {
  const digested = digestedPath(path)
  const name = (['sha256', 'sha1', 'md5'] as const).find((one) => path.endsWith(`.${one}`))
  if (digested === undefined || name === undefined) return undefined
  const file =
    (await findHeld(await chooseFile(request, digested))) ??
    (await findHeld(await chooseBuild(request, digested)))
  if (!file) return undefined
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: file[name] }
}

/** In the first of the members that has it and where it may be read. */
async function findHeld(chosen: ChosenFile | undefined): Promise<FileNode | undefined> {
  if (!chosen || !handlesPath(chosen.request.repository, chosen.path)) return undefined
  const { request, path } = chosen
  const members = (await readableMembers(request)).filter((one) => can(request.actor, 'read', one, path))
  const files = await findFiles(request.registry, members, path)
  return members.map(({ id }) => files.get(id)).find((found) => found !== undefined)
}

/** The file whose digest is asked for by this path, when it looks like such. */
export const digestedPath = (path: string): string | undefined =>
  /^(.+)\.(?:sha256|sha1|md5)$/.exec(path)?.[1]

/** Whether it is there, in sight, with the properties that stand behind its path. */
async function isAnnotated(
  { registry: { database }, repository, actor, target }: RegistryRequest,
  path: string,
): Promise<boolean> {
  const node = await findNode(database.db, repository.id, path)
  if (!node || !maySee(actor, repository, node)) return false
  return hasProperties(database.db, node.id, target.properties)
}

async function deleteFile(request: RegistryRequest): Promise<WireReply> {
  const { registry, repository, actor, target } = request
  const path = target.segments.join('/')
  if (path === '')
    throw badRequest('Name a path behind the repository key. A repository is deleted in the administration.')
  if (target.properties.size > 0 && !(await isAnnotated(request, path)))
    throw notFound('file or folder with these properties', path)
  const { changedAt } = actor
  if (changedAt === undefined) await removeFiles(registry, actor, repository, path)
  else await removeOlder(registry, { ...actor, changedAt }, repository, path)
  return { status: 204, headers: {} }
}
