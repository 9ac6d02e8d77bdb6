// The audit log: what was done to people, rights and credentials.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PageQuery, pageOf } from './page.ts'

export const AuditEntry = z.object({
  id: z.number().int(),
  at: z.string(),
  kind: z.string(),
  outcome: z.enum(['success', 'failure']),
  actor: z.string(),
  address: z.string().nullable(),
  target: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditFilter = z.object({
  kind: z.string().max(100).optional().describe('Exactly, or all of a thing: user.*'),
  actor: z.string().max(256).optional(),
  target: z.string().max(512).optional(),
  outcome: z.enum(['success', 'failure']).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const audit = {
  list: endpoint('GET /ui/api/v1/audit', 'The audit log, newest first', {
    query: PageQuery.extend(AuditFilter.shape),
    response: pageOf(AuditEntry),
  }),
  kinds: endpoint('GET /ui/api/v1/audit/kinds', 'The kinds of entries there are', {
    response: z.array(z.string()),
  }),
  download: endpoint('GET /ui/api/v1/audit/csv', 'The audit log as CSV', {
    query: AuditFilter,
    response: z.string(),
  }),
}
