// The document of an upstream about a package: kept in the cache without what nobody reads of it, read as what our own documents
// are made of.
import { AppError } from '../../platform/errors.ts'
import { findFile, type FileNode } from '../file-nodes.ts'
import type { PackageContents } from '../packages.ts'
import { handlesPath } from '../patterns.ts'
import { formatOf, type Registry } from '../registry.ts'
import type { Repository } from '../repositories.ts'
import type { RegistryRequest } from '../request.ts'
import type { PackageView } from '../resolve/resolver.ts'
import { addressBelow, viaOf } from './address.ts'
import { Arrival } from './arrival.ts'
import { wrongBytes } from './failure.ts'
import type { WantedFile } from './fill.ts'
import { freshFile } from './fresh.ts'

/** The largest that is taken. */
const documentLimit = 256 * 1024 * 1024
/**
 * The largest that is kept of one, and read again: what it says is held in memory, and some times as much while our own document is
 * made of it. The largest of the public registries have some tens of megabytes.
 */
const keptLimit = 64 * 1024 * 1024

/** What a document says that was looked at before it was kept. */
interface Reading {
  sha256: string
  contents: PackageContents | undefined
}

const documentOf = (registry: Registry, remote: Repository) => formatOf(registry, remote).upstream?.document

export async function lookUpstream(request: RegistryRequest, name: string): Promise<PackageView | undefined> {
  const { registry, repository: remote } = request
  const document = documentOf(registry, remote)
  const folder = formatOf(registry, remote).pathOf?.({ package: name }) ?? name
  if (document?.addressOf(name) === undefined || !handlesPath(remote, folder)) return undefined
  const path = document.pathOf(name)
  let reading: Reading | undefined
  const want = async () => wantedDocument(request, path, name, (one) => (reading = one))
  const found = await freshFile(request, path, await findFile(registry, remote, path), want)
  const file = found && 'done' in found ? await found.done : found
  if (!file) return undefined
  const read = async () =>
    reading?.sha256 === file.sha256 ? reading.contents : readDocument(registry, remote, file, name)
  return { stamp: file.sha256, read }
}

export function wantedDocument(
  request: RegistryRequest,
  path: string,
  name: string,
  note?: (reading: Reading) => void,
): WantedFile {
  const { registry, repository: remote } = request
  const document = documentOf(registry, remote)
  return {
    path,
    address: addressBelow(remote, document?.addressOf(name) ?? ''),
    // Compressed on the way: these are long, and what is kept is what was meant.
    headers: { ...viaOf(request), accept: document?.accept ?? '*/*', 'accept-encoding': 'gzip' },
    limit: documentLimit,
    trim: { pass: (body) => document?.trim?.(body) ?? body, limit: keptLimit },
    async check(staged) {
      const contents = await document?.read(staged.read(), name).catch(asWrong(remote, path))
      note?.({ sha256: staged.sha256, contents })
    },
  }
}

async function readDocument(
  registry: Registry,
  remote: Repository,
  file: FileNode,
  name: string,
): Promise<PackageContents | undefined> {
  const opened = await registry.blobs.open(file.sha256)
  if (!opened)
    throw new AppError('internal', `The bytes of ${JSON.stringify(file.path)} are missing from the storage.`)
  const document = documentOf(registry, remote)
  // Only one that was copied from another Artifactory, or kept by an older release, is as large.
  const trim = opened.size > keptLimit ? document?.trim : undefined
  const bytes = trim ? trim(opened.stream) : opened.stream
  return document?.read(new Arrival(bytes, {}, keptLimit).bytes(), name).catch(asWrong(remote, file.path))
}

const asWrong = (remote: Repository, path: string) => (error: unknown) => {
  throw error instanceof AppError ? wrongBytes(remote, path, error.message) : error
}
