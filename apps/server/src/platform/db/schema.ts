// Every table, described once for the compiler. A test compares it with both engines after migrating.
// Portable columns: text ids, ISO text timestamps in UTC, integers below 2^53, JSON as text, booleans as 0 and 1.
import type {
  UserRow,
  GroupRow,
  MembershipRow,
  AuditRow,
  IdentityProviderRow,
  IdentityLinkRow,
  SignInStateRow,
  SamlSessionRow,
  SessionRow,
  SecondFactorRow,
  RecoveryCodeRow,
  OneTimeKeyRow,
  AttemptRow,
  KnownPlaceRow,
  InvitationRow,
  ProfileUnlockRow,
} from './tables/people.ts'
import type {
  TokenRow,
  SigningKeyRow,
  ApiKeyRow,
  OidcProviderRow,
  OidcMappingRow,
  CliLoginRow,
} from './tables/tokens.ts'
import type {
  PermissionRow,
  PermissionTargetRow,
  PermissionUserRow,
  PermissionGroupRow,
  ProjectRow,
  RoleRow,
  EnvironmentRow,
  ProjectMemberRow,
  ProjectShareRow,
  ProjectStorageRow,
} from './tables/rights.ts'
import type {
  RepositoryRow,
  BlobContentRow,
  BlobRow,
  NodeRow,
  PropertyRow,
  PackageRow,
  VersionRow,
  TagRow,
  DownloadRow,
  StorageSumRow,
  StorageDayRow,
} from './tables/artifacts.ts'
import type {
  SettingRow,
  ProxyRow,
  ContactRequestRow,
  PreferenceRow,
  TransferRow,
  JobRow,
  EventRow,
} from './tables/installation.ts'

export type * from './tables/people.ts'
export type * from './tables/tokens.ts'
export type * from './tables/rights.ts'
export type * from './tables/artifacts.ts'
export type * from './tables/installation.ts'

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
