// What a new password must be. Asked at every place where one is set.
import type { PasswordRules } from '@bindery/contracts'
import { badRequest } from '../../platform/errors.ts'
import type { Access } from '../access.ts'
import { securityOf } from './security.ts'

/** Throws one sentence that lists every rule that is broken. */
export async function checkNewPassword(access: Access, password: string, field = 'password'): Promise<void> {
  const broken = brokenRules((await securityOf(access)).password, password)
  if (broken.length > 0) throw badRequest(`The password needs ${listed(broken)}.`, field)
}

function brokenRules(rules: PasswordRules, password: string): string[] {
  // As people count: a letter with an accent is one, an emoji is one.
  const length = [...password.normalize('NFC')].length
  return [
    length < rules.minLength && `at least ${rules.minLength} characters`,
    rules.needsUpperCase && !/\p{Lu}/u.test(password) && 'an upper-case letter',
    rules.needsLowerCase && !/\p{Ll}/u.test(password) && 'a lower-case letter',
    rules.needsDigit && !/\p{Nd}/u.test(password) && 'a digit',
    rules.needsSpecial && !/[^\p{L}\p{Nd}\s]/u.test(password) && 'a special character',
  ].filter((rule) => rule !== false)
}

const listed = (parts: string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
