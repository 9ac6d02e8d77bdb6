import { beforeAll, expect, test } from 'vitest'
import { areaTexts, loadTexts } from '../../../messages/index.ts'
import { checkNewPassword, rulesFor, strengthOf } from './password-rules.ts'

beforeAll(() => loadTexts([areaTexts.account]))

const all = { minLength: 8, needsUpperCase: true, needsLowerCase: true, needsDigit: true, needsSpecial: true }
const none = {
  minLength: 8,
  needsUpperCase: false,
  needsLowerCase: false,
  needsDigit: false,
  needsSpecial: false,
}
const met = (next: string, again = next, current?: string) =>
  rulesFor(all, { next, again, ...(current === undefined ? {} : { current }) }).map(({ isMet }) => isMet)

test('AUTH-64: length, both cases, a digit, a special character and the same text twice', () => {
  expect(met('')).toEqual([false, false, false, false, false, false])
  expect(met('lower')).toEqual([false, false, true, false, false, true])
  expect(met('Much-Better-1')).toEqual([true, true, true, true, true, true])
  expect(met('Much-Better-1', 'Much-Better-2')).toEqual([true, true, true, true, true, false])
})

test('the current password is not a new one', () => {
  expect(met('Much-Better-1', 'Much-Better-1', 'Much-Better-1').at(5)).toBe(false)
  const given = { next: 'Much-Better-1', again: 'Much-Better-1', current: 'Much-Better-1' }
  expect(checkNewPassword(all, given).next).toBe('Use another password than the current one')
})

test('the first rule that is not met is said under the field', () => {
  expect(checkNewPassword(all, { next: 'Much-Better-1', again: 'Much-Better-1' })).toEqual({})
  expect(checkNewPassword(all, { next: 'short', again: 'other' })).toEqual({
    next: 'Use at least 8 characters',
    again: 'The two passwords differ',
  })
  expect(checkNewPassword(all, { next: 'longer-words', again: 'longer-words' }).next).toBe(
    'Use an upper-case letter',
  )
  expect(checkNewPassword(none, { next: '', again: '' })).toEqual({
    next: 'This field is mandatory',
    again: 'This field is mandatory',
  })
})

test('characters are counted as people count them', () => {
  expect(rulesFor(none, { next: '🔑🔑🔑🔑', again: '' })[0]?.isMet).toBe(false)
  expect(rulesFor(none, { next: 'éèêëàâäô', again: '' })[0]?.isMet).toBe(true)
})

test('strength grows with length and variety, and is nothing against the rules', () => {
  const strengths = [
    'short',
    'aaaaaaaaaaaaaaaa',
    'password',
    'Passw0rd-long',
    'correct horse battery staple 9',
  ].map((password) => strengthOf(none, password))
  expect(strengths[0]).toBe(0)
  expect(strengths).toEqual([...strengths].sort())
  expect(strengths[1]).toBe(1)
  expect(strengths.at(-1)).toBe(4)
})
