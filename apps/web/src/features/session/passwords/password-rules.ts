// The rules for new passwords, as the server has them, ticked off while somebody types.
import type { PasswordRules } from '@bindery/contracts'
import { message } from '../../../lib/messages.ts'

export interface NewPassword {
  next: string
  again: string
  /** Where one exists that must not be used again. */
  current?: string
}

interface Rule {
  text: string
  isMet: boolean
}

export function rulesFor(rules: PasswordRules, { next, again, current }: NewPassword): Rule[] {
  return [
    ...contentRules(rules, next),
    ...(current === undefined
      ? []
      : [
          {
            text: message('account.ruleDifferent'),
            isMet: next !== '' && current !== '' && next !== current,
          },
        ]),
    { text: message('account.ruleSame'), isMet: next !== '' && next === again },
  ]
}

export function checkNewPassword(
  rules: PasswordRules,
  { next, again, current }: NewPassword,
): { next?: string; again?: string } {
  const missing = contentRules(rules, next).find(({ isMet }) => !isMet)
  return {
    ...(missing === undefined ? {} : { next: message('account.ruleMissing', { rule: missing.text }) }),
    ...(next !== '' && next === current ? { next: message('account.notDifferent') } : {}),
    ...(next === again ? {} : { again: message('account.notSame') }),
    ...(next === '' ? { next: message('spec.mandatory') } : {}),
    ...(again === '' ? { again: message('spec.mandatory') } : {}),
  }
}

/** From 0 (against the rules or empty) to 4: length above all, then variety. */
export function strengthOf(rules: PasswordRules, password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === '' || contentRules(rules, password).some(({ isMet }) => !isMet)) return 0
  const variety = kinds.filter((kind) => kind.test(password)).length
  const distinct = new Set(password).size
  const length = Math.min([...password].length, distinct * 2)
  const points = length + variety * 2
  if (points >= 26) return 4
  if (points >= 20) return 3
  return points >= 15 ? 2 : 1
}

const upper = /\p{Lu}/u
const lower = /\p{Ll}/u
const digit = /\p{Nd}/u
const special = /[^\p{L}\p{Nd}\s]/u
const kinds = [upper, lower, digit, special]

function contentRules(rules: PasswordRules, password: string): Rule[] {
  // As people count: a letter with an accent is one, an emoji is one.
  const length = [...password.normalize('NFC')].length
  return [
    { text: message('account.ruleLength', { count: rules.minLength }), isMet: length >= rules.minLength },
    ...(rules.needsUpperCase ? [{ text: message('account.ruleUpper'), isMet: upper.test(password) }] : []),
    ...(rules.needsLowerCase ? [{ text: message('account.ruleLower'), isMet: lower.test(password) }] : []),
    ...(rules.needsDigit ? [{ text: message('account.ruleDigit'), isMet: digit.test(password) }] : []),
    ...(rules.needsSpecial ? [{ text: message('account.ruleSpecial'), isMet: special.test(password) }] : []),
  ]
}
