// What happened, told to whoever listens. Written in the transaction that made it happen.
import type { Db } from '../platform/db/connect.ts'
import { recordEvent } from '../platform/jobs/events.ts'

export interface RegistryEvents {
  published: {
    repository: string
    format: string
    path: string
    sha256: string
    package?: string
    version?: string
    actor: string
    /** From the upstream of a remote repository, into its cache. */
    isFetched?: true
  }
  deleted: { repository: string; format: string; path: string; actor: string }
  /** `path` is where it lies now, `from` where it came from, with the key of its repository. */
  copied: { repository: string; format: string; path: string; from: string; actor: string }
  moved: { repository: string; format: string; path: string; from: string; actor: string }
  'property-changed': { repository: string; path: string; actor: string }
  'tag-changed': {
    repository: string
    format: string
    package: string
    tag: string
    version: string | null
    actor: string
  }
  'repository-created': { repository: string }
  'repository-deleted': { repository: string }
}

export const announce = <K extends keyof RegistryEvents>(db: Db, kind: K, payload: RegistryEvents[K]) =>
  recordEvent(db, kind, payload)
