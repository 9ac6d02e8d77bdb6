import { packages, repositories } from '@bindery/contracts'
import { query, useMutation } from '../../lib/query.ts'

export const repositoryList = query(repositories.list, {})

export const useCreateRepository = () =>
  useMutation(repositories.create, { refresh: [repositories.list, packages.counts] })
