import { audit, frame, generalSettings, licenses } from '@bindery/contracts'
import { query, useMutation } from '../../lib/query.ts'

export const licenseState = query(licenses.list, {})

/** What licences show up in. */
const refresh = [licenses.list, generalSettings.announcements, frame.footer, frame.entitlements, audit.list]

export const useCheckKeys = () => useMutation(licenses.check)
export const useAddKeys = () => useMutation(licenses.add, { refresh })
export const useRemoveLicense = () => useMutation(licenses.remove, { refresh })
export const useRestoreBuiltIn = () => useMutation(licenses.restore, { refresh })
