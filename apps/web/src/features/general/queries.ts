import { audit, frame, generalSettings, type GeneralState } from '@bindery/contracts'
import { useMutation as useCacheMutation } from '@tanstack/react-query'
import { type CallError, sendFile } from '../../lib/call.ts'
import { cache, query, useMutation } from '../../lib/query.ts'

export const generalState = query(generalSettings.get, {})

/** What these settings show up in. */
const refresh = [generalSettings.get, generalSettings.announcements, frame.footer, audit.list]

export const useSaveGeneral = () => useMutation(generalSettings.save, { refresh })
export const useTestBaseUrl = () => useMutation(generalSettings.testBaseUrl)
export const useRemoveLogo = () => useMutation(generalSettings.removeLogo, { refresh })
export const useSetReadOnly = () => useMutation(generalSettings.setReadOnly, { refresh })

export const useUploadLogo = () =>
  useCacheMutation<GeneralState, CallError, File>({
    mutationFn: (file) => sendFile(generalSettings.uploadLogo, file),
    onSuccess: () => Promise.all(refresh.map(({ path }) => cache.invalidateQueries({ queryKey: [path] }))),
  })
