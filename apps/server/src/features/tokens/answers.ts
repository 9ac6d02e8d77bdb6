// Tokens as the clients of the platform read them.
import type { Access } from '../../access/access.ts'
import { accessServiceId } from '../../access/tokens/signing-keys.ts'
import type { TokenRow } from '../../platform/db/schema.ts'

export async function toWire(access: Access, rows: TokenRow[]) {
  const issuer = await accessServiceId(access)
  return rows.map((row) => ({
    token_id: row.id,
    subject: `${issuer}/users/${row.subject}`,
    issuer,
    scope: row.scope,
    description: row.description,
    refreshable: row.refresh_hash !== null,
    issued_at: seconds(row.created_at),
    ...(row.expires_at !== null && { expiry: seconds(row.expires_at) }),
    ...(row.last_used_at !== null && { last_used: seconds(row.last_used_at) }),
  }))
}

const seconds = (at: string) => Math.floor(Date.parse(at) / 1000)
