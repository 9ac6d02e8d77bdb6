// Keys to sign with, keys that are trusted, and keys that people sign in with.

export interface KeyTables {
  key_pairs: KeyPairRow
  trusted_keys: TrustedKeyRow
  ssh_keys: SshKeyRow
}

export interface KeyPairRow {
  name: string
  type: string
  alias: string
  public_key: string
  sealed_key: string
  /** Empty when the private key needs none. */
  sealed_passphrase: string
  created_at: string
}

export interface TrustedKeyRow {
  id: string
  type: string
  alias: string
  fingerprint: string
  key: string
  issued_at: string
  issued_by: string
  expires_at: string | null
  created_at: string
}

export interface SshKeyRow {
  id: string
  user_id: string
  name: string
  type: string
  bits: number
  fingerprint: string
  /** As a line of `authorized_keys`, without its comment. */
  public_key: string
  created_at: string
  last_used_at: string | null
  last_used_address: string | null
}
