import type { PermissionSubject } from '@bindery/contracts'
import { beforeAll, expect, test } from 'vitest'
import { areaTexts, loadTexts } from '../../messages/index.ts'
import { findHints } from './hints.ts'
import { addSubject, groupTargets, tick, ungroupTargets, withSection } from './model.ts'

beforeAll(() => loadTexts([areaTexts.permissions]))

const target = (name: string, includePatterns = ['**'], excludePatterns: string[] = []) => ({
  name,
  includePatterns,
  excludePatterns,
})

test('targets with the same patterns are edited together, and come apart again', () => {
  const targets = [target('a'), target('b', ['x/**']), target('c')]
  const groups = groupTargets(targets)
  expect(groups.map(({ names }) => names)).toEqual([['a', 'c'], ['b']])
  expect(ungroupTargets(groups)).toEqual([target('a'), target('c'), target('b', ['x/**'])])
  expect(ungroupTargets([{ names: ['a'], includes: [], excludes: [] }])).toEqual([target('a')])
})

test('a section without targets and people goes, the others keep their order', () => {
  const sections = withSection([], 'build', { targets: [target('b')] })
  const both = withSection(sections, 'artifact', { targets: [target('a')] })
  expect(both.map(({ section }) => section)).toEqual(['artifact', 'build'])
  expect(withSection(both, 'artifact', { targets: [] }).map(({ section }) => section)).toEqual(['build'])
})

test('a new row may read, is added once, and ticks change only that row', () => {
  const one = addSubject([], 'group:web')
  expect(addSubject(one, 'group:web')).toEqual(one)
  const two = addSubject(one, 'user:web')
  expect(tick(two, 'group:web', 'deploy', true)).toEqual([
    { kind: 'group', name: 'web', actions: ['read', 'deploy'] },
    { kind: 'user', name: 'web', actions: ['read'] },
  ])
  expect(tick(two, 'user:web', 'read', false)[1]?.actions).toEqual([])
})

test('the classic mistakes are pointed out while they are made', () => {
  const remote = new Set(['npm-remote'])
  const hints = (names: string[], who: PermissionSubject[]) =>
    findHints({ section: 'artifact', targets: names.map((name) => target(name)), who }, { remote }).map(
      ({ subject, text }) => `${subject}: ${text}`,
    )
  const reader: PermissionSubject = { kind: 'user', name: 'grace', actions: ['read'] }
  const other: PermissionSubject = { kind: 'group', name: 'security', actions: ['read', 'scan'] }
  expect(hints(['npm-local'], [reader])).toEqual([])
  expect(hints(['npm-local', 'npm-remote'], [other, reader])).toEqual([
    'npm-remote: security and grace need Deploy/Cache to fetch packages that are not cached yet.',
  ])
  expect(hints(['ANY'], [reader])).toEqual([
    'ANY: grace needs Deploy/Cache to fetch packages that are not cached yet.',
  ])
  expect(hints(['npm-local'], [{ ...reader, actions: ['deploy'] }])[0]).toContain('grace: without Read')
  expect(hints(['npm-local'], [{ ...reader, actions: ['read', 'delete'] }])[0]).toContain(
    'Delete/Overwrite alone',
  )
})
