import { apiKeys, preferences, profile, secondFactor, session, sshKeys, tokens } from '@bindery/contracts'
import { query, useMutation } from '../../lib/query.ts'

export const profileState = query(profile.state, {})
export const ownTokens = query(profile.myTokens, {})
export const ownSshKeys = query(sshKeys.list, {})
export const ownSessions = query(session.listSessions, {})
export const keptPreferences = query(preferences.list, {})
export const secondFactorState = query(secondFactor.state, {})

const account = [profile.state, session.current]

export const useUnlock = () => useMutation(profile.unlock, { refresh: [profile.state] })
export const useSaveProfile = () => useMutation(profile.save, { refresh: account })
export const useChangePassword = () =>
  useMutation(session.changePassword, { refresh: [session.listSessions] })
export const useCreateToken = () =>
  useMutation(profile.createToken, { refresh: [profile.myTokens, tokens.page, tokens.counts] })
export const useRevokeTokens = () =>
  useMutation(profile.revokeTokens, { refresh: [profile.myTokens, tokens.page, tokens.counts] })
export const useKeepPreference = () => useMutation(preferences.set, { refresh: [preferences.list] })
export const useShowKey = () => useMutation(apiKeys.show)
export const useMakeKey = () => useMutation(apiKeys.make, { refresh: [profile.state] })
export const useDropKey = () => useMutation(apiKeys.drop, { refresh: [profile.state] })
export const useAddSshKey = () => useMutation(sshKeys.add, { refresh: [sshKeys.list] })
export const useRemoveSshKey = () => useMutation(sshKeys.remove, { refresh: [sshKeys.list] })
export const useEndSession = () => useMutation(session.endSession, { refresh: [session.listSessions] })
export const useEndSessions = () => useMutation(session.endSessions, { refresh: [session.listSessions] })
export const useStartEnrolment = () => useMutation(secondFactor.enroll)
export const useVerify = () => useMutation(secondFactor.verify, { refresh: [secondFactor.state] })
export const useRemoveFactor = () => useMutation(secondFactor.remove, { refresh: [secondFactor.state] })
export const useNewRecoveryCodes = () =>
  useMutation(secondFactor.newRecoveryCodes, { refresh: [secondFactor.state] })
