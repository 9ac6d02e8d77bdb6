import { clientSetup, profile, repositories, system, tokens } from '@bindery/contracts'
import { query, useMutation } from '../../lib/query.ts'

export const repositoryList = query(repositories.list, {})
export const clientGuide = (format: string) => query(system.clientGuide, { params: { format } })
export const recentRequests = (repository: string) => query(clientSetup.recent, { query: { repository } })
export const profileState = query(profile.state, {})

export const useUnlock = () => useMutation(profile.unlock, { refresh: [profile.state] })
export const useMakeToken = () =>
  useMutation(profile.createToken, { refresh: [profile.myTokens, tokens.page, tokens.counts] })
