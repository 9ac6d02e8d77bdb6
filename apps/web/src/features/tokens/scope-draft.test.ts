import { expect, test } from 'vitest'
import { firstDraft, scopeOf, type Place } from './scope-draft.ts'

const place = (change: Partial<Place>): Place => ({
  repository: 'npm-local',
  path: '',
  letters: ['r'],
  ...change,
})
const places = (...given: Partial<Place>[]) =>
  scopeOf({ ...firstDraft, kind: 'places', places: given.map(place) })

test('a scope is written as the platform reads it', () => {
  expect(scopeOf(firstDraft)).toBe('applied-permissions/user')
  expect(scopeOf({ ...firstDraft, kind: 'admin' })).toBe('applied-permissions/admin')
  expect(places({})).toBe('artifact:npm-local:r')
  expect(places({ letters: ['r', 'w'] }, { repository: 'a-*', path: '/x/**' })).toBe(
    'artifact:npm-local:r,w artifact:a-*/x/**:r',
  )
  expect(scopeOf({ ...firstDraft, kind: 'groups', groups: ['web', 'release managers'] })).toBe(
    'applied-permissions/groups:web,"release managers"',
  )
})

test('what is not complete, or would become something else on the wire, is none', () => {
  expect(places({ repository: ' ' })).toBeUndefined()
  expect(places({ letters: [] })).toBeUndefined()
  expect(places({}, { repository: '' })).toBeUndefined()
  expect(places({ repository: 'a b' })).toBeUndefined()
  expect(places({ path: 'x:r,w,d artifact:*' })).toBeUndefined()
  expect(scopeOf({ ...firstDraft, kind: 'groups' })).toBeUndefined()
  expect(scopeOf({ ...firstDraft, kind: 'places', places: [] })).toBeUndefined()
})
