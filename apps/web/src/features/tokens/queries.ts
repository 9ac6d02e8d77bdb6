import { profile, tokens } from '@bindery/contracts'
import { pages, query, useMutation } from '../../lib/query.ts'
import type { TokenSearch } from './token-search.ts'

export const tokenPages = ({ search, filter }: TokenSearch) =>
  pages(tokens.page, { query: { search, filter } })

/** Only for the numbers at the chips, which follow the search but not the filter. */
export const tokenCounts = ({ search }: TokenSearch) => query(tokens.counts, { query: { search } })

export const scopeInWords = (scope: string, username: string) =>
  query(tokens.describe, { body: { scope, username } })

const refresh = [tokens.page, tokens.counts, profile.myTokens]

export const useCreateToken = () => useMutation(tokens.create, { refresh })
export const useRevokeTokens = () => useMutation(tokens.removeMany, { refresh })
