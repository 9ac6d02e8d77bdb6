import { type RawSearch, textParam } from '../../lib/search-params.ts'

export const requestsPath = '/admin/configuration/contact'

/** Which request is open. */
export const parseRequestSearch = (raw: RawSearch) => ({ request: textParam(raw['request']) })
