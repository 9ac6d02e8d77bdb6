// Keys to sign with, and keys that are trusted.

export interface KeyTables {
  key_pairs: KeyPairRow
  trusted_keys: TrustedKeyRow
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
