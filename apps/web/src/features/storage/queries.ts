import { storage } from '@bindery/contracts'
import { query, useMutation } from '../../lib/query.ts'

/** Looked at again while newer numbers are on their way. */
export const storageSummary = {
  ...query(storage.summary, {}),
  refetchInterval: (asked: { state: { data?: { computing: unknown } | undefined } }) =>
    asked.state.data === undefined || asked.state.data.computing === null ? false : 1000,
} as const

export const largeFiles = (unusedDays: number | undefined) => query(storage.large, { query: { unusedDays } })

export const useRecalculate = () => useMutation(storage.calculate, { refresh: [storage.summary] })
