// The tables of tokens and keys.

export interface TokensTables {
  tokens: TokenRow
  signing_keys: SigningKeyRow
  api_keys: ApiKeyRow
  oidc_providers: OidcProviderRow
  oidc_mappings: OidcMappingRow
  cli_logins: CliLoginRow
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
