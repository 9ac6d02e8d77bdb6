// The document of an upstream about a package: kept in the cache as it came, read as what our own documents are made of.
import { buffer } from 'node:stream/consumers'
import type { StagedBlob } from '../../platform/blobs/blob-store.ts'
import { AppError } from '../../platform/errors.ts'
import { findFile, type FileNode } from '../file-nodes.ts'
import type { PackageContents } from '../packages.ts'
import { handlesPath } from '../patterns.ts'
import { formatOf, type Registry } from '../registry.ts'
import type { Repository } from '../repositories.ts'
import type { RegistryRequest } from '../request.ts'
import type { PackageView } from '../resolve/resolver.ts'
import { addressBelow, viaOf } from './address.ts'
import { wrongBytes } from './failure.ts'
import type { WantedFile } from './fill.ts'
import { freshFile } from './fresh.ts'

/** These are read whole; the largest of the public registries have some tens of megabytes. */
const documentLimit = 256 * 1024 * 1024

const documentOf = (registry: Registry, remote: Repository) => formatOf(registry, remote).upstream?.document

export async function lookUpstream(request: RegistryRequest, name: string): Promise<PackageView | undefined> {
  const { registry, repository: remote } = request
  const document = documentOf(registry, remote)
  const folder = formatOf(registry, remote).pathOf?.({ package: name }) ?? name
  if (document?.addressOf(name) === undefined || !handlesPath(remote, folder)) return undefined
  const path = document.pathOf(name)
  const found = await freshFile(request, path, await findFile(registry, remote, path), async () =>
    wantedDocument(request, path, name),
  )
  const file = found && 'done' in found ? await found.done : found
  return file && { stamp: file.sha256, read: () => readDocument(registry, remote, file, name) }
}

export function wantedDocument(request: RegistryRequest, path: string, name: string): WantedFile {
  const { registry, repository: remote } = request
  const document = documentOf(registry, remote)
  return {
    path,
    address: addressBelow(remote, document?.addressOf(name) ?? ''),
    // Compressed on the way: these are long, and what is kept is what was meant.
    headers: { ...viaOf(request), accept: document?.accept ?? '*/*', 'accept-encoding': 'gzip' },
    limit: documentLimit,
    check: (staged) => checkDocument(remote, path, staged, (bytes) => document?.read(bytes, name)),
  }
}

async function checkDocument(
  remote: Repository,
  path: string,
  staged: StagedBlob,
  read: (bytes: Buffer) => unknown,
): Promise<void> {
  const bytes = staged.bytes ?? (await buffer(staged.read()))
  try {
    read(bytes)
  } catch (error) {
    if (error instanceof AppError) throw wrongBytes(remote, path, error.message)
    throw error
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
  return documentOf(registry, remote)?.read(await buffer(opened.stream), name)
}
