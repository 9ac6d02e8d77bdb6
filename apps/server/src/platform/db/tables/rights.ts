// The tables of permissions, projects and roles.

export interface RightsTables {
  permissions: PermissionRow
  permission_targets: PermissionTargetRow
  permission_users: PermissionUserRow
  permission_groups: PermissionGroupRow
  projects: ProjectRow
  roles: RoleRow
  environments: EnvironmentRow
  project_members: ProjectMemberRow
  project_shares: ProjectShareRow
  project_storage: ProjectStorageRow
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
