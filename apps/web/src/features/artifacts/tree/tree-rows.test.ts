import type { TreeItem, TreeRoot } from '@bindery/contracts'
import { expect, test } from 'vitest'
import { parseFilter, rootsNamed } from './tree-filter.ts'
import { findName, parentIndex, rowsOf, type TreeInput } from './tree-rows.ts'

const root = (key: string, kind: TreeRoot['kind'], format = 'npm'): TreeRoot => ({
  key,
  kind,
  format,
  description: '',
  files: null,
  bytes: null,
  keepsDeleted: true,
  can: {},
})

const item = (path: string, isFolder: boolean): TreeItem => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  path,
  repository: 'a',
  isFolder,
  hasChildren: isFolder,
  size: 5,
  modifiedAt: '',
})

const input = (part: Partial<TreeInput> = {}): TreeInput => ({
  roots: [root('v', 'virtual'), root('a', 'local'), root('bin', 'trash'), root('b', 'local', 'generic')],
  favourites: [],
  closedGroups: new Set(),
  open: new Set(),
  folders: new Map(),
  found: [],
  ...part,
})

const folder = { total: 9, cursor: 'next', isLoading: false, error: undefined }
const ids = (part?: Partial<TreeInput>) => rowsOf(input(part)).map(({ id }) => id)

test('favourites come first, then kinds in their order, the trash can last', () => {
  expect(ids({ favourites: ['b'] })).toEqual([
    'group:favourite',
    'favourite:b',
    'group:local',
    'a',
    'b',
    'group:virtual',
    'v',
    'bin',
  ])
})

test('an open folder shows its children and what is left of them, a closed group nothing', () => {
  const open = new Set(['a', 'a/x'])
  const folders = new Map([
    ['a', { ...folder, items: [item('x', true), item('y.txt', false)] }],
    ['a/x', { ...folder, cursor: null, items: [] }],
  ])
  expect(ids({ open, folders, closedGroups: new Set(['virtual']) })).toEqual([
    'group:local',
    'a',
    'a/x',
    'a/x:empty',
    'a/y.txt',
    'a:more',
    'b',
    'group:virtual',
    'bin',
  ])
  const rows = rowsOf(input({ open, folders }))
  expect(rows.find(({ id }) => id === 'a:more')).toMatchObject({ left: 7, level: 3 })
  expect(parentIndex(rows, 4)).toBe(1)
  expect(findName(rows, 1, 'y')).toBe(4)
  expect(findName(rows, 4, 'a')).toBe(1)
  expect(findName(rows, 4, 'zz')).toBe(-1)
})

test('the filter narrows by kind and package type, and finds repositories by a part of their key', () => {
  const { roots } = input()
  expect(rootsNamed(roots, parseFilter('kind:local')).map(({ key }) => key)).toEqual(['a', 'b'])
  expect(rootsNamed(roots, parseFilter('kind:local pkg:gen')).map(({ key }) => key)).toEqual(['b'])
  expect(rootsNamed(roots, parseFilter('IN')).map(({ key }) => key)).toEqual(['bin'])
  expect(rootsNamed(roots, parseFilter('path:a'))).toEqual([])
  expect(parseFilter('path:a/b kind:local')).toMatchObject({ text: 'a/b', kind: 'local', isPath: true })
})
