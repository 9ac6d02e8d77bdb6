import { expect, test } from 'vitest'
import { archiveTree, matching } from './archive-tree.ts'

const file = (path: string, size = 1) => ({ path, kind: 'file' as const, size })

test('folders come first, and those that are only named in paths are there', () => {
  const tree = archiveTree([
    file('readme.md'),
    file('src/b/deep.ts', 7),
    { path: 'empty', kind: 'folder', size: 0 },
    file('./src/a.ts'),
    { path: 'link', kind: 'other', size: 0 },
  ])
  expect(tree.roots.map(({ label, isBranch }) => `${label}${isBranch ? '/' : ''}`)).toEqual([
    'empty/',
    'src/',
    'link',
    'readme.md',
  ])
  expect(tree.children.get('src')).toEqual([
    { id: 'src/b', label: 'b', isBranch: true },
    { id: './src/a.ts', label: 'a.ts', isBranch: false },
  ])
  expect(tree.sizes.get('src/b/deep.ts')).toBe(7)
})

test('many files in one folder are sorted once', () => {
  const tree = archiveTree(Array.from({ length: 20_000 }, (_, index) => file(`all/f${index}`)))
  expect(tree.children.get('all')).toHaveLength(20_000)
})

test('a filter gives files by any part of their path', () => {
  expect(matching([file('a/Readme.md'), file('b/x')], 'readme').map(({ id }) => id)).toEqual(['a/Readme.md'])
})
