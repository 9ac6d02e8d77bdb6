import { describe, expect, test } from 'vitest'
import { LdapGroupMapping } from '@bindery/contracts'
import { memberFilter } from './groups.ts'
import { below, comparedAttribute, escapeDnValue, fillDn, fillFilter, normalDn, splitDn } from './names.ts'

describe('what a person types', () => {
  const names: [string, string, string][] = [
    ['bob', '(uid=bob)', 'uid=bob,ou=people'],
    [
      '*)(uid=*))(|(uid=*',
      '(uid=\\2a\\29\\28uid=\\2a\\29\\29\\28|\\28uid=\\2a)',
      'uid=\\2a\\29\\28uid\\3d\\2a\\29\\29\\28\\7c\\28uid\\3d\\2a,ou=people',
    ],
    ['admin)(&)', '(uid=admin\\29\\28&\\29)', 'uid=admin\\29\\28\\26\\29,ou=people'],
    ['a,ou=x', '(uid=a,ou=x)', 'uid=a\\2cou\\3dx,ou=people'],
    ['ä', '(uid=ä)', 'uid=\\c3\\a4,ou=people'],
    ['$&', '(uid=$&)', 'uid=\\24\\26,ou=people'],
  ]

  test.for(names)('C12: %s is a value in filters and DNs', ([name, filter, dn]) => {
    expect(fillFilter('(uid={0})', name)).toBe(filter)
    expect(fillDn('uid={0},ou=people', name)).toBe(dn)
    expect(splitDn(fillDn('uid={0},ou=people', name))).toEqual([
      { type: 'uid', value: name },
      { type: 'ou', value: 'people' },
    ])
  })
})

test('a DN is put below the base once', () => {
  expect(below('dc=example,dc=org', 'ou=people')).toBe('ou=people,dc=example,dc=org')
  expect(below('dc=example,dc=org', 'ou=people, DC=Example,dc=org')).toBe('ou=people, DC=Example,dc=org')
  expect(below('dc=example,dc=org', '')).toBe('dc=example,dc=org')
  expect(below('', 'ou=people')).toBe('ou=people')
})

test('DNs are compared without regard to case, blanks and the way of escaping', () => {
  expect(normalDn('CN=Dev\\, Tools , OU=Groups')).toBe(normalDn('cn=dev\\2c tools,ou=groups'))
  expect(normalDn('cn=a')).not.toBe(normalDn('cn=b'))
  expect(escapeDnValue('a b')).toBe('a\\20b')
})

test('the attribute that holds the name is the one compared with it', () => {
  expect(comparedAttribute('(&(objectClass=person)(sAMAccountName={0}))')).toBe('sAMAccountName')
  expect(comparedAttribute('uid={0},ou=people')).toBe('uid')
  expect(comparedAttribute('{0}@example.org')).toBe('')
})

test('Active Directory is asked to follow groups in groups itself', () => {
  const mapping = LdapGroupMapping.parse({
    name: 'ad',
    server: 'ad',
    filter: '(objectClass=group)',
    nesting: 'active-directory',
  })
  expect(memberFilter(mapping, ['CN=Bob (dev),DC=corp'])).toBe(
    '(&(objectClass=group)(member:1.2.840.113556.1.4.1941:=CN=Bob \\28dev\\29,DC=corp))',
  )
})
