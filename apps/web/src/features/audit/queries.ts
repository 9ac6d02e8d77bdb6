import { audit } from '@bindery/contracts'
import { addressOf } from '../../lib/call.ts'
import { pages, query } from '../../lib/query.ts'
import { type AuditSearch, filterOf } from './audit-search.ts'

export const auditPages = (search: AuditSearch) => pages(audit.list, { query: filterOf(search) })

export const auditKinds = query(audit.kinds, {})

/** A plain link: the browser saves what comes as it comes. */
export const csvAddress = (search: AuditSearch) => addressOf(audit.download.path, {}, filterOf(search))
