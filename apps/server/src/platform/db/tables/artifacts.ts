// The tables of the artifact engine: repositories, blobs, nodes and what is derived from them.

export interface ArtifactsTables {
  storage_sums: StorageSumRow
  storage_days: StorageDayRow
  repositories: RepositoryRow
  blobs: BlobRow
  blob_contents: BlobContentRow
  nodes: NodeRow
  properties: PropertyRow
  uploads: UploadRow
  packages: PackageRow
  versions: VersionRow
  tags: TagRow
  downloads: DownloadRow
}

export interface RepositoryRow {
  id: string
  key: string
  /** The key in lower case: keys are unique whatever their case. */
  folded_key: string
  kind: string
  format: string
  description: string
  /** What only this kind or format knows, as JSON. */
  settings: string
  created_at: string
  /** Empty when it belongs to none. */
  project_key: string
  /** A JSON list of names. */
  environments: string
  /** What a remote one learned from its upstream until then counts as old. */
  zapped_at: string | null
}

/** The bytes of a small blob; those of a large one are in a file. */
export interface BlobContentRow {
  sha256: string
  content: Uint8Array
  created_at: string
}

export interface BlobRow {
  sha256: string
  sha1: string
  md5: string
  sha512: string
  size: number
  created_at: string
  /** Since when it is known that nothing refers to it; null while something does. */
  unreferenced_at: string | null
}

/** A file or folder of a repository. The truth: packages and versions are derived from these. */
export interface NodeRow {
  id: string
  repository_id: string
  /** Without a leading slash; the root folder is not stored. */
  path: string
  /** The path of the folder it is in, `` for the root. */
  parent: string
  name: string
  kind: string
  sha256: string | null
  size: number
  mime_type: string
  created_at: string
  created_by: string
  modified_at: string
  modified_by: string
  /** The version that this file belongs to, when the format found one. */
  version_id: string | null
  /** When its properties were changed, if that was after it was stored. */
  updated_at: string | null
  /** The checksums that its sender declared, as registry/declared-sums.ts writes them. */
  declared_sums: number | null
  /** Of the bytes, so that lists need not ask for them; null too for a file from before this was kept. */
  sha1: string | null
  md5: string | null
}

export interface PropertyRow {
  node_id: string
  key: string
  value: string
  /** That of the node. */
  repository_id: string
}

/** A file that arrives in parts; the parts lie in the folder of uploads. */
export interface UploadRow {
  id: string
  /** SHA-256 of the secret that its calls carry. */
  token_hash: string
  /** SHA-256 of the secret in the addresses of its parts. */
  ticket_hash: string
  repository: string
  path: string
  user_name: string
  /** Bytes that a part may have. */
  part_limit: number
  state: string
  error: string | null
  /** As announced, to be compared. */
  sha1: string | null
  /** Of the whole, when it was put together; keeps its bytes. */
  sha256: string | null
  created_at: string
  touched_at: string
}

export interface PackageRow {
  id: string
  repository_id: string
  format: string
  name: string
  description: string | null
  licence: string | null
  /** The version shown first: the `latest` tag, else the highest. */
  latest: string
  latest_at: string
  version_count: number
  created_at: string
  modified_at: string
  /** Counts changes of the package; what documents made of it are kept under. */
  revision: number
}

export interface VersionRow {
  id: string
  package_id: string
  version: string
  /** What the format read from the file, as JSON: the manifest that its documents are made of. */
  manifest: string
  /** Facts that the catalogue shows, as JSON: description, dependencies, homepage, source, keywords. */
  facts: string
  /** Apart from the facts, because it is long and seldom read. */
  readme: string | null
  licence: string | null
  deprecated: string | null
  size: number
  created_at: string
  created_by: string
}

export interface TagRow {
  package_id: string
  tag: string
  version: string
}

export interface DownloadRow {
  version_id: string
  package_id: string
  /** The day in UTC, YYYY-MM-DD. */
  day: string
  count: number
}

/** What a repository held when it was counted last. */
export interface StorageSumRow {
  repository_id: string
  files: number
  folders: number
  bytes: number
  /** Null for what was counted by a version that did not say when. */
  counted_at: string | null
}

/** A sample for each day; `repository_id` is empty for what lies on the storage as a whole. */
export interface StorageDayRow {
  /** In UTC, YYYY-MM-DD. */
  day: string
  repository_id: string
  bytes: number
}
