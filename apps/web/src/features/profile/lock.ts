import type { ProfileState } from '@bindery/contracts'

/** Whether the password is asked for first; it does not matter whether the profile can be changed. */
export const isLocked = ({
  existsInDB,
  requireProfilePassword,
  requireProfileUnlock,
}: ProfileState): boolean => existsInDB && requireProfilePassword && requireProfileUnlock
