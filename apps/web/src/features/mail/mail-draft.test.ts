import { expect, test } from 'vitest'
import { draftOf, givenOf, mistakesOf, withSecurity } from './mail-draft.ts'

const saved = {
  isEnabled: true,
  host: 'mail.example.org',
  port: 587,
  security: 'starttls' as const,
  user: 'bindery',
  from: 'bindery@example.org',
  fromName: 'Bindery',
  subjectPrefix: '',
  baseUrl: '',
  password: '' as const,
  hasPassword: true,
}

test('a password that is not replaced is left out, an emptied one is sent', () => {
  expect(givenOf(draftOf(saved))).not.toHaveProperty('password')
  expect(givenOf({ ...draftOf(saved), password: '' })).toHaveProperty('password', '')
})

test('the port follows the kind of connection, unless somebody chose another', () => {
  expect(withSecurity(draftOf(saved), 'tls').port).toBe(465)
  expect(withSecurity({ ...draftOf(saved), port: 2525 }, 'tls').port).toBe(2525)
})

test('VAL-10: a mail server that is in use needs a host and a sender', () => {
  const empty = { ...draftOf(saved), host: ' ', from: '' }
  expect(mistakesOf(empty)).toEqual({ host: 'This field is mandatory', from: 'This field is mandatory' })
  expect(mistakesOf({ ...empty, isEnabled: false })).toEqual({})
})
