import { expect, test } from 'vitest'
import { pathOfHash } from './legacy-links.ts'

test('ROUTE-08, ROUTE-10: a link to a build leads to the builds path and says where it came from', () => {
  expect(pathOfHash('#/builds/shop/42')).toBe('/builds/shop/42?jenkinsRedirect=true')
  expect(pathOfHash('#/builds/shop/42?tab=env')).toBe('/builds/shop/42?tab=env&jenkinsRedirect=true')
})

test('ROUTE-09, ROUTE-10: every other one leads to the tree of repositories', () => {
  expect(pathOfHash('#/artifacts/browse/tree/General/npm-local/a.tgz')).toBe(
    '/repos/tree/General/npm-local/a.tgz',
  )
  expect(pathOfHash('#/whatever')).toBe('/repos/whatever')
  expect(pathOfHash('#/')).toBe('/repos')
})

test('a hash that names a place in a page stays', () => {
  expect(pathOfHash('#content')).toBeUndefined()
  expect(pathOfHash('')).toBeUndefined()
})

test('a path to another site cannot be made', () => {
  expect(pathOfHash('#//evil.example.com')).toBe('/repos/evil.example.com')
})
