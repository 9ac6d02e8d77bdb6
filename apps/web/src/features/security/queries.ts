import { audit, permissions, securitySettings, session, tokens } from '@bindery/contracts'
import { pages, query, useMutation } from '../../lib/query.ts'

export const securityRules = query(securitySettings.get, {})
export const tokenRules = query(tokens.settings, {})
export const anonymousAccess = query(permissions.effective, { params: { name: 'anonymous' } })
export const notEnrolled = pages(securitySettings.enrolments, { query: { enrolled: 'false' } })
export const lockList = query(securitySettings.locks, {})

export const useCheck = () => useMutation(securitySettings.check)
export const useSaveRules = () =>
  useMutation(securitySettings.save, {
    refresh: [securitySettings.get, securitySettings.enrolments, session.current, audit.list],
  })
export const useSaveTokenRules = () => useMutation(tokens.saveSettings, { refresh: [tokens.settings] })
export const useUnlock = () => useMutation(securitySettings.unlock, { refresh: [securitySettings.locks] })
