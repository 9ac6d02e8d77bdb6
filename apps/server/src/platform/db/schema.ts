// Every table, described once for the compiler. A test compares it with both engines after migrating.
// Portable columns: text ids, ISO text timestamps in UTC, integers below 2^53, JSON as text, booleans as 0 and 1.
import type { Generated } from 'kysely'

export interface Schema {
  settings: SettingRow
  users: UserRow
  groups: GroupRow
  memberships: MembershipRow
  audit: AuditRow
  identity_providers: IdentityProviderRow
  identity_links: IdentityLinkRow
  sign_in_states: SignInStateRow
  saml_sessions: SamlSessionRow
  permissions: PermissionRow
  permission_targets: PermissionTargetRow
  permission_users: PermissionUserRow
  permission_groups: PermissionGroupRow
  sessions: SessionRow
  second_factors: SecondFactorRow
  recovery_codes: RecoveryCodeRow
  one_time_keys: OneTimeKeyRow
  attempts: AttemptRow
  known_places: KnownPlaceRow
  invitations: InvitationRow
  tokens: TokenRow
  signing_keys: SigningKeyRow
  api_keys: ApiKeyRow
  oidc_providers: OidcProviderRow
  oidc_mappings: OidcMappingRow
  proxies: ProxyRow
  storage_sums: StorageSumRow
  storage_days: StorageDayRow
  cli_logins: CliLoginRow
  profile_unlocks: ProfileUnlockRow
  repositories: RepositoryRow
  projects: ProjectRow
  roles: RoleRow
  environments: EnvironmentRow
  project_members: ProjectMemberRow
  project_shares: ProjectShareRow
  project_storage: ProjectStorageRow
  blobs: BlobRow
  blob_contents: BlobContentRow
  nodes: NodeRow
  properties: PropertyRow
  packages: PackageRow
  versions: VersionRow
  tags: TagRow
  downloads: DownloadRow
  contact_requests: ContactRequestRow
  preferences: PreferenceRow
  transfers: TransferRow
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

/** A provider outside that people sign in through: SAML, OAuth. */
export interface IdentityProviderRow {
  kind: string
  name: string
  position: number
  /** JSON; the secrets in it are sealed. */
  settings: string
  /** When somebody last came through with these settings; null after each change of them. */
  tested_at: string | null
  created_at: string
}

/** Which user somebody is whom a provider vouches for. */
export interface IdentityLinkRow {
  realm: string
  provider: string
  /** What the provider calls the person; see access/external-users.ts. */
  subject: string
  user_id: string
  created_at: string
}

/** What is remembered between the steps of a sign-in elsewhere, until it is used or expires. */
export interface SignInStateRow {
  kind: string
  id: string
  /** JSON. */
  data: string
  expires_at: string
}

/** Browsers that signed in through SAML, so that the provider can be told of the end, and tell us. */
export interface SamlSessionRow {
  /** SHA-256 of the secret in the browser's cookie. */
  id: string
  user_id: string
  provider: string
  name_id: string
  name_id_format: string
  session_index: string | null
  expires_at: string
}

/** Who may do what where; the rest of it stands in the three tables below. */
export interface PermissionRow {
  id: string
  name: string
  /** Counts changes: what was compiled from it is kept under the number. */
  revision: number
  created_at: string
  modified_at: string
  modified_by: string
}

export interface PermissionTargetRow {
  permission_id: string
  /** artifact, build, release_bundle, destination or pipeline_source. */
  section: string
  /** A repository key, or ANY, ANY LOCAL, ANY REMOTE, ANY DISTRIBUTION. */
  target: string
  /** JSON lists of Ant patterns. */
  include_patterns: string
  exclude_patterns: string
}

export interface PermissionUserRow {
  permission_id: string
  section: string
  user_id: string
  /** Words separated by blanks. */
  actions: string
}

export interface PermissionGroupRow {
  permission_id: string
  section: string
  group_id: string
  actions: string
}

export interface SessionRow {
  /** SHA-256 of the family that the cookie names; it stays while the secret beside it rotates. */
  id: string
  user_id: string
  /** SHA-256 of the cookie's secret. */
  secret_hash: string
  /** Of the secret before, taken until the new one was used, and a moment longer for requests on their way. */
  previous_hash: string | null
  rotated_at: string
  /** When the present secret was first used; null until then. */
  confirmed_at: string | null
  created_at: string
  expires_at: string
  /** When it was last used, to the minute. */
  seen_at: string
  is_remembered: number
  address: string
  browser: string
}

export interface SecondFactorRow {
  user_id: string
  /** Sealed. */
  secret: string
  /** Null while it is being set up. */
  confirmed_at: string | null
  /** The time step of the last code that was taken: none before it, nor the same again. */
  last_step: number
  created_at: string
}

export interface RecoveryCodeRow {
  user_id: string
  hash: string
}

/** Secrets that open one thing once: a reset of a password, a sign-in that waits for its code. */
export interface OneTimeKeyRow {
  /** SHA-256 of the secret. */
  hash: string
  kind: string
  user_id: string | null
  /** JSON. */
  payload: string
  tries: number
  created_at: string
  expires_at: string
}

/** Wrong answers, by account, by address, or by an account at a place where it is known. */
export interface AttemptRow {
  key: string
  user_id: string | null
  address: string | null
  failures: number
  last_at: string
  locked_until: string | null
}

/** Addresses and browsers that a user signed in from. */
export interface KnownPlaceRow {
  user_id: string
  hash: string
  seen_at: string
}

export interface InvitationRow {
  id: string
  secret_hash: string
  email: string
  /** JSON: names. */
  groups: string
  invited_by: string
  /** The key of the project that its administrator invited to. */
  project: string | null
  created_at: string
  expires_at: string
}

export interface TokenRow {
  /** Also the `jti` of a signed token. */
  id: string
  /** `signed` (a JWT), `reference` (only the short form), or `opaque` (made before there were signed ones). */
  kind: string
  /** SHA-256 of the token itself. */
  secret_hash: string
  /** SHA-256 of its short form, if it has one. */
  reference_hash: string | null
  refresh_hash: string | null
  /** When the refresh token was used; it must not come again. */
  refresh_spent_at: string | null
  /** The id of the token that this one descends from by refreshing, or its own. */
  family: string
  /** The key that signed it. */
  key_id: string | null
  /** Null for a name that need not exist: the rights come from the scope alone. */
  user_id: string | null
  subject: string
  scope: string
  audience: string
  description: string
  project_key: string
  created_by: string
  created_at: string
  expires_at: string | null
  /** For refreshing: the next one lives as long. */
  life_seconds: number | null
  last_used_at: string | null
  last_used_address: string | null
  /** When its owner was told that it ends soon. */
  warned_at: string | null
}

/** Keys that sign tokens. The newest signs; older ones have lost their private half and only verify. */
export interface SigningKeyRow {
  id: string
  /** A JWK. */
  public_key: string
  /** A sealed JWK. */
  private_key: string | null
  created_at: string
}

/** One for each user at most. Found by its digest; sealed beside it, because clients ask for it again. */
export interface ApiKeyRow {
  user_id: string
  secret_hash: string
  sealed: string
  created_at: string
}

/** An issuer outside whose tokens can be exchanged for ours. */
export interface OidcProviderRow {
  name: string
  /** JSON. */
  settings: string
  created_at: string
}

/** What a repository held when it was counted last. */
export interface StorageSumRow {
  repository_id: string
  files: number
  folders: number
  bytes: number
}

/** A sample for each day; `repository_id` is empty for what lies on the storage as a whole. */
export interface StorageDayRow {
  /** In UTC, YYYY-MM-DD. */
  day: string
  repository_id: string
  bytes: number
}

/** A proxy that requests to other servers go through. */
export interface ProxyRow {
  key: string
  folded_key: string
  host: string
  port: number
  user_name: string
  /** Empty: none. */
  sealed_password: string
  nt_host: string
  nt_domain: string
  /** 1 for one of them at most. */
  is_default: number
  /** JSON lists. */
  redirecting_hosts: string
  no_proxy: string
  /** JSON; null until these settings were tried. */
  last_test: string | null
  created_at: string
}

export interface ProjectRow {
  key: string
  display_name: string
  description: string
  /** What its administrators may do, as JSON. */
  privileges: string
  is_soft_limit: number
  /** Bytes; -1 is no limit. */
  storage_quota: number
  is_quota_mailed: number
  created_at: string
}

/** A role that people made; the predefined ones are in the code. */
export interface RoleRow {
  /** Empty: in every project. */
  project_key: string
  name: string
  description: string
  /** JSON lists. */
  environments: string
  actions: string
}

export interface EnvironmentRow {
  /** Empty: in every project. */
  project_key: string
  name: string
  position: number
}

/** A user or a group in a project. */
export interface ProjectMemberRow {
  id: string
  project_key: string
  user_id: string | null
  group_id: string | null
  /** A JSON list of names. */
  roles: string
}

export interface ProjectShareRow {
  repository_id: string
  /** Empty: every project. */
  project_key: string
  is_read_only: number
}

/** What a project holds, as it was when it was last summed up. */
export interface ProjectStorageRow {
  project_key: string
  /** Null until the first sum. */
  bytes: number | null
  files: number | null
  calculated_at: string | null
  /** When somebody asked for a new sum; null when none is due. */
  requested_at: string | null
}

export interface OidcMappingRow {
  provider: string
  name: string
  /** The lowest that matches wins. */
  priority: number
  /** JSON: claims and the token to give. */
  settings: string
  created_at: string
}

/** A command line that waits for somebody to allow it in the browser. */
export interface CliLoginRow {
  /** SHA-256 of the session id that the command line made up. */
  id: string
  client: string
  address: string
  /** Who allowed it. */
  user_id: string | null
  created_at: string
  expires_at: string
}

/** Browser sessions whose owner just proved once more who they are. */
export interface ProfileUnlockRow {
  session_id: string
  until: string
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

export interface ContactRequestRow {
  id: string
  created_at: string
  /** The name of the user who sent it. */
  created_by: string
  topic: string
  first_name: string
  last_name: string
  country: string
  email: string
  comment: string
  /** What the topic is counted under, as JSON; kept as it was then. */
  source: string
  /** What delivers it; null while no address is configured. Its row goes some time after its end. */
  job_id: string | null
  delivered_at: string | null
}

export interface PreferenceRow {
  user_id: string
  key: string
  /** JSON. */
  value: string
}

export interface TransferRow {
  /** In UTC, YYYY-MM. */
  month: string
  bytes: number
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
