import { expect, test } from 'vitest'
import { filterOf, hasFilter, kindChoices, kindInWords, parseAuditSearch } from './audit-search.ts'

test('only known filters survive a hand-typed address', () => {
  const search = parseAuditSearch({ kind: 'user.*', outcome: 'maybe', since: '2y', entry: '12' })
  expect(search).toEqual({ kind: 'user.*', entry: '12' })
  expect(hasFilter(search)).toBe(true)
  expect(hasFilter({ entry: '12' })).toBe(false)
})

test('a period is counted back from the present minute', () => {
  const now = Date.parse('2026-03-01T12:00:30Z')
  expect(filterOf({ since: '24h' }, now).from).toBe('2026-02-28T12:00:00.000Z')
  expect(filterOf({}, now).from).toBeUndefined()
})

test('kinds are offered one by one and together', () => {
  expect(kindChoices(['user.deleted', 'mail.saved', 'user.created'])).toEqual([
    'mail.saved',
    'user.*',
    'user.created',
    'user.deleted',
  ])
  expect(kindInWords('sign-in.failed')).toBe('Sign in failed')
  expect(kindInWords('user.*')).toBe('User')
})
