import { expect, test } from 'vitest'
import { changesOf, isSame, mergeDraft } from './draft.ts'

test('the order of keys does not make a change, the order of a list does', () => {
  expect(isSame({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true)
  expect(isSame({ list: ['x', 'y'] }, { list: ['y', 'x'] })).toBe(false)
})

test('a value that is left out is not the same as an empty one', () => {
  expect(isSame({ a: '' }, {})).toBe(false)
  expect(isSame({ a: undefined }, {})).toBe(true)
})

test('only what was changed is kept, and what was left out of it comes from what is saved', () => {
  const saved = { name: 'a', mail: { host: 'one', password: '' }, tags: ['x'] }
  const value = { name: 'b', mail: { host: 'two', password: 'typed' }, tags: ['x'] }
  expect(changesOf(saved, value)).toEqual({ name: 'b', mail: { host: 'two', password: 'typed' } })
  const kept = { mail: { host: 'two' } } as Partial<typeof saved>
  expect(mergeDraft(saved, kept)).toEqual({ name: 'a', mail: { host: 'two', password: '' }, tags: ['x'] })
  expect(mergeDraft(saved, undefined)).toBe(saved)
})
