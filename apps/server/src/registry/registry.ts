// The artifact engine: what its functions need, passed as one value.
import type { Access } from '../access/access.ts'
import type { Clock } from '../platform/clock.ts'
import type { BlobStore } from '../platform/blobs/blob-store.ts'
import type { Database } from '../platform/db/connect.ts'
import type { PackageRow } from '../platform/db/schema.ts'
import { SeenEntries } from './archives/seen-entries.ts'
import { packageTypes } from './config/package-types.ts'
import type { KeptDocument } from './documents.ts'
import { DownloadCounter } from './downloads.ts'
import type { Format } from './format.ts'
import type { Guard } from './guards.ts'
import { Memory } from './memory.ts'
import { Mirrors } from './mirrors/mirrors.ts'
import { Remotes } from './remote/remotes.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { FileNode } from './file-nodes.ts'
import { plainFormat } from './plain-format.ts'
import { RecentRequests } from './recent-requests.ts'
import type { Repository } from './repositories.ts'

interface RegistryLimits {
  /** Bytes of one uploaded file. */
  upload: number
  /** Bytes of the description that comes with a package, without the file itself. */
  metadata: number
  /** Bytes of the description of a build. */
  buildInfo: number
}

export interface Registry {
  database: Database
  blobs: BlobStore
  clock: Clock
  limits: RegistryLimits
  /** Where the proxy in front serves blobs by itself; empty when none does. */
  accelRedirect: string
  access: Access
  /** Names this process in the header X-Artifactory-Id. */
  nodeId: string
  /** Addresses that stand in for the public registries, by package type. */
  upstreamMirrors: ReadonlyMap<string, string>
  formats: ReadonlyMap<string, Format>
  guards: Guard[]
  downloads: DownloadCounter
  /** The way to upstreams. */
  outbound: Outbound
  remotes: Remotes
  mirrors: Mirrors
  requests: RecentRequests
  repositories: Memory<Repository | undefined>
  files: Memory<FileNode | undefined>
  documents: Memory<KeptDocument | undefined>
  /** Rows of packages, boxed: that there is none is worth keeping. */
  packages: Memory<{ row: PackageRow | undefined }>
  seenEntries: SeenEntries
}

interface RegistryOptions {
  database: Database
  blobs: BlobStore
  clock: Clock
  limits: RegistryLimits
  accelRedirect: string
  access: Access
  nodeId: string
  upstreamMirrors: ReadonlyMap<string, string>
  outbound: Outbound
  formats: readonly Format[]
}

export function createRegistry(options: RegistryOptions): Registry {
  return {
    ...options,
    formats: new Map(options.formats.map((format) => [format.id, format])),
    guards: [],
    downloads: new DownloadCounter(),
    remotes: new Remotes(),
    mirrors: new Mirrors(),
    requests: new RecentRequests(),
    repositories: new Memory(4 << 20, () => 2_000),
    files: new Memory(8 << 20, () => 600),
    documents: new Memory(32 << 20, (document) => document?.bytes ?? 0),
    packages: new Memory(4 << 20, () => 600),
    seenEntries: new SeenEntries(),
  }
}

/** A package type without a format of its own is kept like plain files. */
export function formatOf(registry: Registry, { format }: Pick<Repository, 'format'>): Format {
  return registry.formats.get(format) ?? plainFormatOf(format)
}

/** Undefined where packages have no folder of their own. */
export const packageFolder = (registry: Registry, format: string, name: string): string | undefined =>
  registry.formats.get(format)?.pathOf?.({ package: name })?.replace(/\/$/, '')

const plainFormats = new Map<string, Format>()

function plainFormatOf(id: string): Format {
  const known = plainFormats.get(id) ?? plainFormat(id, packageTypes.get(id)?.label ?? id)
  plainFormats.set(id, known)
  return known
}
