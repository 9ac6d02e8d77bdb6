// Privileges as both wires write them: one flag each.
import type { Privilege } from '@bindery/contracts'
import { readPrivileges } from './privileges.ts'

interface PrivilegeFlags {
  policies?: boolean | undefined
  watches?: boolean | undefined
  reports?: boolean | undefined
  resources?: boolean | undefined
}

/** Flags that are left out keep what is stored. */
export function withFlags(stored: string, flags: PrivilegeFlags): Privilege[] {
  const privileges = new Set(readPrivileges(stored))
  for (const [name, isGiven] of Object.entries(flags) as [Privilege, boolean | undefined][]) {
    if (isGiven === true) privileges.add(name)
    else if (isGiven === false) privileges.delete(name)
  }
  return [...privileges]
}

export const hasPrivilege = (stored: string, privilege: Privilege): boolean =>
  readPrivileges(stored).includes(privilege)
