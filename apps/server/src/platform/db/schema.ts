// Every table, described once for the compiler. A test compares it with both engines after migrating.
// Portable columns: text ids, ISO text timestamps in UTC, integers below 2^53, JSON as text, booleans as 0 and 1.
import type { Generated } from 'kysely'

export interface Schema {
  settings: SettingRow
  users: UserRow
  groups: GroupRow
  memberships: MembershipRow
  audit: AuditRow
  grants: GrantRow
  sessions: SessionRow
  tokens: TokenRow
  repositories: RepositoryRow
  blobs: BlobRow
  nodes: NodeRow
  properties: PropertyRow
  packages: PackageRow
  versions: VersionRow
  tags: TagRow
  downloads: DownloadRow
  jobs: JobRow
  events: EventRow
}

/** Facts of the installation that must survive: its id, secrets made at first start. */
export interface SettingRow {
  name: string
  value: string
}

export interface UserRow {
  id: string
  name: string
  email: string | null
  password_hash: string | null
  is_admin: number
  must_change_password: number
  created_at: string
  /** `internal`, or the kind of provider that vouches for the user: ldap, saml, oauth, crowd, http-sso. */
  realm: string
  /** enabled, disabled or invited. */
  status: string
  /** Words separated by blanks: resources, policies, watches, reports, auditor. */
  privileges: string
  is_profile_updatable: number
  has_ui_access: number
  is_password_disabled: number
  /** What the provider calls the user, when that is not the name. */
  external_id: string | null
  password_changed_at: string | null
  last_signed_in_at: string | null
}

export interface GroupRow {
  id: string
  name: string
  description: string
  realm: string
  realm_attributes: string
  external_id: string | null
  is_admin: number
  is_auto_join: number
  privileges: string
  created_at: string
}

export interface MembershipRow {
  user_id: string
  group_id: string
  source: string
}

/** What happened to people, rights and credentials; written in the transaction that did it, never changed. */
export interface AuditRow {
  sequence: Generated<number>
  at: string
  kind: string
  outcome: string
  actor: string
  address: string | null
  target: string | null
  /** JSON, without secrets. */
  detail: string
}

/** Who may do what, first cut. `user_id` null means everybody who signed in. */
export interface GrantRow {
  id: string
  user_id: string | null
  action: string
  /** A repository key, or `*`. */
  repository: string
}

export interface SessionRow {
  /** SHA-256 of the cookie's secret. */
  id: string
  user_id: string
  created_at: string
  expires_at: string
  /** When it was last used, to the minute. */
  seen_at: string
  is_remembered: number
}

export interface TokenRow {
  id: string
  /** SHA-256 of the token's secret. */
  secret_hash: string
  user_id: string
  scope: string
  description: string
  created_at: string
  expires_at: string | null
  last_used_at: string | null
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
}

export interface BlobRow {
  sha256: string
  sha1: string
  md5: string
  sha512: string
  size: number
  created_at: string
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
}

export interface PropertyRow {
  node_id: string
  key: string
  value: string
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

export interface JobRow {
  id: string
  kind: string
  payload: string
  state: string
  attempts: number
  run_after: string
  /** Until when the worker that claimed it holds it; another may take it afterwards. */
  claimed_until: string | null
  claimed_by: string | null
  last_error: string | null
  created_at: string
  finished_at: string | null
}

/** The outbox: what happened, written in the transaction that made it happen. */
export interface EventRow {
  /** Counts up in the order of recording; on PostgreSQL a lower number may be committed after a higher one. */
  sequence: Generated<number>
  /** The order of delivery, given after the commit (platform/jobs/events.ts); null until then. */
  position: number | null
  id: string
  kind: string
  payload: string
  created_at: string
}
