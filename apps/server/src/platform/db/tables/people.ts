// The tables of people, and of what they prove who they are with.
import type { Generated } from 'kysely'

export interface PeopleTables {
  users: UserRow
  groups: GroupRow
  memberships: MembershipRow
  audit: AuditRow
  identity_providers: IdentityProviderRow
  identity_links: IdentityLinkRow
  sign_in_states: SignInStateRow
  saml_sessions: SamlSessionRow
  sessions: SessionRow
  second_factors: SecondFactorRow
  recovery_codes: RecoveryCodeRow
  one_time_keys: OneTimeKeyRow
  attempts: AttemptRow
  known_places: KnownPlaceRow
  invitations: InvitationRow
  profile_unlocks: ProfileUnlockRow
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

/** Browser sessions whose owner just proved once more who they are. */
export interface ProfileUnlockRow {
  session_id: string
  until: string
}
