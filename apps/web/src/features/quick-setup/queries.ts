import { repositories } from '@bindery/contracts'
import { query, useMutation } from '../../lib/query.ts'

export const repositoryTypes = query(repositories.types, {})
export const repositoryList = query(repositories.list, {})
export const useCreate = () => useMutation(repositories.create)
export const madeNew = [repositories.list, repositories.managed]
