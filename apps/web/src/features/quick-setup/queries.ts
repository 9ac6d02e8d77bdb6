import { repositories } from '@bindery/contracts'
import { query, useMutation } from '../../lib/query.ts'

export const repositoryTypes = query(repositories.types, {})
export const repositoryList = query(repositories.list, {})
export const useCreate = () => useMutation(repositories.create)
/** Asked once while the plan is looked at. */
export const upstreamReport = (url: string) => ({
  ...query(repositories.test, { body: { url } }),
  staleTime: 60_000,
  retry: false,
})

export const madeNew = [repositories.list, repositories.managed]
