// Tokens as our screens show them.
import type { ListedToken } from '@bindery/contracts'
import type { TokenRow } from '../../platform/db/schema.ts'
import type { Actor } from '../actor.ts'
import { scopeInWords } from './token-words.ts'

export const toListed = (row: TokenRow, actor: Actor, now: string): ListedToken => ({
  id: row.id,
  subject: row.subject,
  isTransient: row.user_id === null,
  scope: row.scope,
  scopeInWords: scopeInWords(row.scope, row.subject),
  description: row.description,
  projectKey: row.project_key,
  createdBy: row.created_by,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  lastUsedAddress: row.last_used_address,
  expiresAt: row.expires_at,
  isExpired: row.expires_at !== null && row.expires_at <= now,
  isRefreshable: row.refresh_hash !== null && row.refresh_spent_at === null,
  hasReference: row.reference_hash !== null,
  isCurrent: actor.token?.id === row.id,
})
