// Privileges as they are stored: words separated by blanks.
import { Privilege } from '@bindery/contracts'

export const readPrivileges = (text: string): Privilege[] =>
  text.split(' ').flatMap((word) => Privilege.safeParse(word).data ?? [])

export const writePrivileges = (privileges: Iterable<Privilege>): string =>
  Privilege.options.filter((one) => new Set(privileges).has(one)).join(' ')
