// The artifact engine: what its functions need, passed as one value.
import type { Access } from '../access/access.ts'
import type { Clock } from '../platform/clock.ts'
import type { BlobStore } from '../platform/blobs/blob-store.ts'
import type { Database } from '../platform/db/connect.ts'
import type { KeptDocument } from './documents.ts'
import { DownloadCounter } from './downloads.ts'
import type { Format } from './format.ts'
import type { Guard } from './guards.ts'
import { Memory } from './memory.ts'
import type { FileNode } from './nodes.ts'
import type { Repository } from './repositories.ts'

export interface RegistryLimits {
  /** Bytes of one uploaded file. */
  upload: number
  /** Bytes of the description that comes with a package, without the file itself. */
  metadata: number
}

export interface Registry {
  database: Database
  blobs: BlobStore
  clock: Clock
  limits: RegistryLimits
  access: Access
  /** Names this process in the header X-Artifactory-Id. */
  nodeId: string
  formats: ReadonlyMap<string, Format>
  guards: Guard[]
  downloads: DownloadCounter
  repositories: Memory<Repository | undefined>
  files: Memory<FileNode | undefined>
  documents: Memory<KeptDocument | undefined>
}

export interface RegistryOptions {
  database: Database
  blobs: BlobStore
  clock: Clock
  limits: RegistryLimits
  access: Access
  nodeId: string
  formats: readonly Format[]
}

export function createRegistry(options: RegistryOptions): Registry {
  return {
    ...options,
    formats: new Map(options.formats.map((format) => [format.id, format])),
    guards: [],
    downloads: new DownloadCounter(),
    repositories: new Memory(1 << 20, () => 300),
    files: new Memory(8 << 20, () => 600),
    documents: new Memory(32 << 20, (document) => document?.bytes ?? 0),
  }
}

export function formatOf(registry: Registry, repository: Repository): Format {
  const format = registry.formats.get(repository.format)
  if (!format) throw new Error(`repository ${repository.key} has the unknown format ${repository.format}`)
  return format
}
