import { beforeAll, expect, test } from 'vitest'
import { areaTexts, loadTexts } from '../../messages/index.ts'
import { changeOf, creationOf, mistakesOf, newUser } from './user-draft.ts'

beforeAll(() => loadTexts([areaTexts.people]))

test('VAL-09, VAL-10: a name is needed, of the allowed characters; a password when there is one to set', () => {
  expect(mistakesOf(newUser, true)).toEqual({
    name: 'This field is mandatory',
    password: 'This field is mandatory',
  })
  expect(mistakesOf({ ...newUser, name: 'a b', way: 'provider' }, true)).toEqual({
    name: 'Name can only contain alphanumeric characters, dashes and periods',
  })
  for (const name of ['ada', 'Ada.Lovelace', 'ci_bot-2', 'ada@example.org'])
    expect(mistakesOf({ ...newUser, name, way: 'provider' }, true)).toEqual({})
  expect(mistakesOf({ ...newUser, way: 'invitation' }, true)).toEqual({ email: 'This field is mandatory' })
  expect(mistakesOf({ ...newUser, name: 'ada' }, false)).toEqual({})
})

test('a user without a password is created without one', () => {
  const made = creationOf({ ...newUser, name: ' ada ', way: 'provider', password: 'left over' })
  expect(made).toMatchObject({
    name: 'ada',
    isPasswordDisabled: true,
    mustChangePassword: false,
    email: null,
  })
  expect(made).not.toHaveProperty('password')
})

test('a change sends what differs and nothing else', () => {
  const before = { ...newUser, name: 'ada', groups: ['dev'] }
  expect(changeOf(before, before)).toEqual({})
  expect(changeOf(before, { ...before, isDisabled: true, email: ' ada@example.org ' })).toEqual({
    status: 'disabled',
    email: 'ada@example.org',
  })
  expect(changeOf(before, { ...before, groups: ['dev', 'ops'], password: 'new' })).toEqual({
    groups: ['dev', 'ops'],
    password: 'new',
  })
})
