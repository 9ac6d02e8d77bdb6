import { expect, test } from 'vitest'
import { distance, nearestPage } from './nearest-page.ts'

test('typing mistakes are counted', () => {
  expect([distance('packges', 'packages'), distance('same', 'same'), distance('', 'abc')]).toEqual([1, 0, 3])
})

test('a mistyped address finds its page, a strange one finds none', () => {
  expect(nearestPage('/packges')?.path).toBe('/packages')
  expect(nearestPage('/repositorys/')?.path).toBe('/admin/repositories')
  expect(nearestPage('/something/else/entirely')).toBeUndefined()
})
