import { type RawSearch, textParam } from '../../lib/search-params.ts'

/** What the sign-in page may be opened with. Flags count by being there. */
export const parseSignInSearch = (raw: RawSearch) => ({
  logout: flag(raw['logout']),
  noRedirect: flag(raw['noRedirect']),
  error: textParam(raw['error']),
  redirectTo: textParam(raw['redirectTo']),
  jfClientSession: textParam(raw['jfClientSession']),
  jfClientName: textParam(raw['jfClientName']),
  jfClientCode: textParam(raw['jfClientCode']),
})

const flag = (value: unknown) => (value === undefined ? undefined : 'true')

export const parseTokenSearch = (raw: RawSearch) => ({ token: textParam(raw['token']) })
