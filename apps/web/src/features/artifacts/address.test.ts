import { expect, test } from 'vitest'
import { parseAddress, readSpot, restOf } from './address.ts'

test('an address names a tab, a repository and a path, and can be made again from them', () => {
  const address = parseAddress('tree/Properties/npm-local/@acme/billing/-/billing-1.0.0.tgz')
  expect(address).toEqual({
    tab: 'Properties',
    spot: { repository: 'npm-local', path: '@acme/billing/-/billing-1.0.0.tgz' },
  })
  expect(restOf(address.tab, address.spot)).toBe(
    'tree/Properties/npm-local/@acme/billing/-/billing-1.0.0.tgz',
  )
  expect(parseAddress('tree/General')).toEqual({ tab: 'General', spot: undefined })
  expect(parseAddress('tree/NoSuchTab/a').tab).toBe('General')
})

test.each([
  ['npm-local/a/b.tgz', 'a/b.tgz'],
  ['/npm-local//a/b.tgz/', 'a/b.tgz'],
  ['https://host.example/artifactory/npm-local/a/b%20c.tgz', 'a/b c.tgz'],
  ['https://host.example/artifactory/api/storage/npm-local/a', 'a'],
  ['https://host.example/artifactory/api/npm/npm-local/a', 'a'],
  ['https://host.example/ui/repos/tree/General/npm-local/a', 'a'],
  ['https://host.example/ui/artifacts/browse/tree/Builds/npm-local/a', 'a'],
])('%s leads to its place', (text, path) => {
  expect(readSpot(text)).toEqual({ repository: 'npm-local', path })
})

test('nothing typed leads nowhere', () => {
  expect(readSpot('  / ')).toBeUndefined()
})
