import { expect, test } from 'vitest'
import { leftOut } from './crumbs.ts'

test('a path that fits is named from end to end', () => {
  expect(leftOut(['generic-local'], 10)).toBe(0)
  expect(leftOut(['generic-local', 'walk', 'deep', 'one.txt'], 37)).toBe(0)
})

test('a longer one loses folders after the repository, as many as it takes, and never its own name', () => {
  const path = ['generic-local', 'org', 'acme', 'app', 'only', 'one', 'way', 'down', 'app-1.0.jar']
  expect(leftOut(path, 74)).toBe(0)
  expect(leftOut(path, 60)).toBe(3)
  expect(leftOut(path, 37)).toBe(6)
  expect(leftOut(path, 5)).toBe(7)
})
