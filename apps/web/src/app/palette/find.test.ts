import { expect, test } from 'vitest'
import { find } from './find.ts'

test('a page is found by its name, by parts of it in any order, and by other words for it', () => {
  expect(find('', 'Reverse proxy', '')).toBe('')
  expect(find('prox rev', 'Reverse proxy', '')).toBe('')
  expect(find('reach', 'Reverse proxy', 'public URL, reachability')).toBe('reachability')
  expect(find('url proxy', 'Reverse proxy', 'public URL, reachability')).toBe('public URL')
  expect(find('ldap', 'Reverse proxy', 'public URL')).toBeUndefined()
})
