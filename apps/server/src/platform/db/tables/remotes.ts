// The tables about other servers: what upstreams said about the files that were fetched from them, how they did, and where
// repositories are mirrored to.

export interface RemotesTables {
  upstream_files: UpstreamFileRow
  upstream_health: UpstreamHealthRow
  replications: ReplicationRow
  client_certificates: ClientCertificateRow
  mirrors: MirrorRow
  mirror_changes: MirrorChangeRow
  removed_paths: RemovedPathRow
}

/** Beside the node of a file that was fetched; goes with it. */
export interface UpstreamFileRow {
  node_id: string
  /** Where it came from. */
  url: string
  /** What the upstream compares; empty when it named none. */
  etag: string
  last_modified: string
  /** When the upstream last said that this is the file. */
  checked_at: string
}

/** How the upstream of a remote repository did last; goes with the repository. */
export interface UpstreamHealthRow {
  repository_id: string
  /** Address, user and proxy: another of them is another upstream. */
  upstream: string
  last_success_at: string | null
  last_failure_at: string | null
  last_failure: string | null
  offline_until: string | null
  /** Requests for files that the cache answered, and those that something was fetched for; see registry/remote/hit-share.ts. */
  hits: number
  misses: number
  halved_at: string | null
}

/** By repository and address; goes with the repository. */
export interface ReplicationRow {
  repository_id: string
  /** Empty for one that fills a remote repository. */
  url: string
  /** JSON; the password in it is sealed. */
  settings: string
}

/** What the server shows to upstreams that ask for a certificate. */
export interface ClientCertificateRow {
  /** What configurations of remote repositories call it. */
  alias: string
  /** PEM: its own first, then those of the way to its authority. */
  certificate: string
  sealed_key: string
  created_at: string
}

/** How a mirror of a repository does; goes with the repository. */
export interface MirrorRow {
  id: string
  repository_id: string
  /** Empty for one that fills a remote repository. */
  url: string
  /** `never_run`, `ok`, `inconsistent` or `error`: how the last run ended. */
  state: string
  /** Why it is not `ok`, for the administrator. */
  reason: string | null
  running_since: string | null
  completed_at: string | null
  /** Runs that failed as a whole, one after the other. */
  failures: number
  /** By its cron expression. */
  next_run_at: string | null
  /** JSON: what the last run did so far. */
  progress: string
  /** The token that a member of a federation is spoken to with, sealed. */
  secret: string | null
}

/** What was removed from a federated repository. */
export interface RemovedPathRow {
  repository_id: string
  path: string
  at: string
}

/** A path that may differ between a repository and its mirror. */
export interface MirrorChangeRow {
  mirror_id: string
  /** A file or a folder; empty for everything. */
  path: string
  /** Another one each time the path is noted; they sort by time. */
  noted: string
  /** JSON: the repositories that the change came through. */
  origins: string
  /** The last folder that was looked at, of a tree. */
  after: string
}
