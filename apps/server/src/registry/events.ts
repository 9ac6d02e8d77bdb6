// What happened, told to whoever listens. Written in the transaction that made it happen.
import type { Db } from '../platform/db/connect.ts'
import { recordEvent } from '../platform/jobs/events.ts'

/** Who did it, and the repositories of other installations that it came through. */
interface By {
  actor: string
  origins?: readonly string[]
}

interface RegistryEvents {
  published: By & {
    repository: string
    format: string
    path: string
    sha256: string
    package?: string
    version?: string
    /** From the upstream of a remote repository, into its cache. */
    isFetched?: true
  }
  deleted: By & { repository: string; format: string; path: string }
  /** `path` is where it lies now, `from` where it came from, with the key of its repository. */
  copied: By & { repository: string; format: string; path: string; from: string }
  moved: By & { repository: string; format: string; path: string; from: string }
  'property-changed': By & { repository: string; path: string }
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
