import { backups, type BackupState, storageCare, transfers } from '@bindery/contracts'
import { query, useMutation } from '../../../lib/query.ts'

/** Looked at again while something runs. */
const whileRunning = {
  refetchInterval: (asked: { state: { data?: { isRunning: boolean } | undefined } }) =>
    asked.state.data?.isRunning === true ? 1000 : false,
} as const

export const garbageState = { ...query(storageCare.garbage, {}), ...whileRunning }
export const scrubState = { ...query(storageCare.scrub, {}), ...whileRunning }
export const trashState = query(transfers.trashState, {})
export const limitState = query(storageCare.limits, {})

/** Looked at again while one is made, or is about to be. */
export const backupList = (isAwaited: boolean) =>
  ({
    ...query(backups.list, {}),
    refetchInterval: (asked: { state: { data?: BackupState[] | undefined } }) =>
      isAwaited || asked.state.data?.some(({ lastRun }) => lastRun?.finishedAt === null) === true
        ? 1000
        : false,
  }) as const

export const useRunBackup = () => useMutation(backups.run, { refresh: [backups.list] })
export const useCollect = () => useMutation(storageCare.collect, { refresh: [storageCare.garbage] })
export const useScrub = () => useMutation(storageCare.startScrub, { refresh: [storageCare.scrub] })
