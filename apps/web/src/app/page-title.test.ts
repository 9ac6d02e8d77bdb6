import { expect, test } from 'vitest'
import { pageTitle } from './page-title.ts'

test('ROUTE-04 the page title is the title of the route and the name of the server', () => {
  expect(pageTitle('Packages', 'Acme artifacts')).toBe('Packages - Acme artifacts')
})

test('ROUTE-05 without a title it is the name of the server', () => {
  expect(pageTitle('', 'Acme artifacts')).toBe('Acme artifacts')
})

test('ROUTE-06 without either it is the product', () => {
  expect(pageTitle('', '')).toBe('Bindery')
})
