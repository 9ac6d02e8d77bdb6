import { expect, test } from 'vitest'
import { defaultTab } from './default-tab.ts'
import { parsePackageSearch } from './package-search.ts'
import { parseVersionSearch } from './version-search.ts'
import { webAddress } from '../../shared/markdown/web-address.ts'

test('only web addresses of a publisher become links', () => {
  expect(webAddress('git+https://git.example.org/acme/x.git')?.href).toBe('https://git.example.org/acme/x')
  expect(webAddress('javascript:alert(1)')).toBeUndefined()
  expect(webAddress('git@git.example.org:acme/x.git')).toBeUndefined()
})

test('the address of the list keeps what it understands', () => {
  expect(parsePackageSearch({ name: 'react', sort: 'size:up', show: 'all', other: '1' })).toEqual({
    name: 'react',
    format: undefined,
    repository: undefined,
    sort: undefined,
    show: 'all',
  })
})

test('PKG-12 the address of a version keeps foreign parameters and drops an unknown tab', () => {
  expect(parseVersionSearch({ activeTab: 'location', from: 'mail' })).toEqual({
    activeTab: 'location',
    from: 'mail',
  })
  expect(parseVersionSearch({ activeTab: 'nonsense' })).toEqual({ activeTab: undefined })
})

const file = (name: string) => ({
  name,
  isLead: true,
  repository: 'r',
  path: name,
  size: 1,
  mimeType: '',
  sha256: '',
  sha1: '',
  md5: '',
  url: '',
})

test('PKG-15 the README comes first when the lead file is an archive', () => {
  expect(defaultTab({ files: [file('x-1.0.0.tgz')] })).toBe('readme')
  expect(defaultTab({ files: [file('x.exe')] })).toBe('location')
})
