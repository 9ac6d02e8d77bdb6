import { expect, test } from 'vitest'
import { stepOf, type TreeNode, visibleRows } from './tree-rows.ts'

const branch = (id: string): TreeNode => ({ id, label: id, isBranch: true })
const leaf = (id: string): TreeNode => ({ id, label: id, isBranch: false })

const roots = [branch('apps'), branch('docs'), leaf('readme')]
const open = new Set(['apps', 'web'])
const children = new Map([
  ['apps', [branch('server'), branch('web')]],
  ['web', [leaf('index')]],
])
const rows = visibleRows(roots, { open, children })

test('the rows in sight are those of open branches, with their place among their brothers', () => {
  expect(rows.map(({ node, level, position, size }) => [node.id, level, position, size])).toEqual([
    ['apps', 1, 1, 3],
    ['server', 2, 1, 2],
    ['web', 2, 2, 2],
    ['index', 3, 1, 1],
    ['docs', 1, 2, 3],
    ['readme', 1, 3, 3],
  ])
})

test('an open branch whose children are on their way has none in sight', () => {
  const waiting = visibleRows(roots, { open: new Set(['docs']), children: new Map() })
  expect(waiting.map(({ node }) => node.id)).toEqual(['apps', 'docs', 'readme'])
  expect(stepOf('ArrowRight', waiting, 'docs', new Set(['docs']))).toBeUndefined()
})

test.each([
  ['ArrowDown', 'apps', { go: 'server' }],
  ['ArrowDown', 'readme', undefined],
  ['ArrowUp', 'docs', { go: 'index' }],
  ['Home', 'docs', { go: 'apps' }],
  ['End', 'apps', { go: 'readme' }],
  ['ArrowRight', 'docs', { toggle: 'docs' }],
  ['ArrowRight', 'web', { go: 'index' }],
  ['ArrowRight', 'readme', undefined],
  ['ArrowLeft', 'web', { toggle: 'web' }],
  ['ArrowLeft', 'index', { go: 'web' }],
  ['ArrowLeft', 'readme', undefined],
  ['Enter', 'docs', { toggle: 'docs' }],
  [' ', 'readme', undefined],
  ['D', 'apps', { go: 'docs' }],
  ['s', 'readme', { go: 'server' }],
  ['Tab', 'apps', undefined],
])('%s on %s', (key, current, step) => {
  expect(stepOf(key, rows, current, open)).toEqual(step)
})
