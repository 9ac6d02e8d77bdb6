import { expect, test } from 'vitest'
import { nobody, systemActor, type Actor } from '../actor.ts'
import {
  can,
  canEverywhere,
  decide,
  mayUse,
  repositoryActions,
  type PlatformAction,
  type RepositoryAction,
  type Resource,
} from './permissions.ts'
import { bitsOf, buildRules, compilePatterns, type Rule } from './rules.ts'

interface Given {
  actions: RepositoryAction[]
  target: string
  include?: string[]
  exclude?: string[]
  section?: Rule['section']
  group?: string
}

const rule = ({
  actions,
  target,
  include = ['**'],
  exclude = [],
  section = 'artifact',
  group,
}: Given): Rule => ({
  permission: `p-${target}`,
  source: 'permission',
  section,
  target,
  includes: compilePatterns(include),
  excludes: compilePatterns(exclude),
  actions: bitsOf(actions),
  via: [
    { by: group ? { kind: 'group', name: group } : { kind: 'user', name: 'ann' }, actions: bitsOf(actions) },
  ],
})

const user = (...rules: Given[]): Actor => ({
  ...nobody,
  userId: 'u1',
  name: 'ann',
  rules: buildRules(rules.map(rule)),
})
/** One rule of one action. */
const may = (action: RepositoryAction, target: string) => user({ actions: [action], target })
const admin: Actor = { ...user(), name: 'root', isAdmin: true }
const open: Actor = { ...nobody, rules: buildRules([rule({ actions: ['read'], target: 'ANY' })]) }

const local = (key: string): Resource => ({ key, kind: 'local' })
const remote = (key: string): Resource => ({ key, kind: 'remote' })
const virtual = (key: string): Resource => ({ key, kind: 'virtual' })

const whole: [string, Actor, RepositoryAction, Resource, boolean][] = [
  ['no rule, no right', user(), 'read', local('npm-local'), false],
  ['a rule allows its action in its repository', may('read', 'a'), 'read', local('a'), true],
  ['a rule allows no other repository', may('read', 'a'), 'read', local('b'), false],
  ['a rule allows no other action', may('read', 'a'), 'deploy', local('a'), false],
  ['a stronger action does not bring the weaker ones', may('manage', 'a'), 'read', local('a'), false],
  ['ANY is every repository', may('deploy', 'ANY'), 'deploy', virtual('any'), true],
  ['ANY is one action only', may('deploy', 'ANY'), 'delete', local('any'), false],
  ['ANY LOCAL is every local one', may('read', 'ANY LOCAL'), 'read', local('x'), true],
  ['ANY LOCAL is no remote one', may('read', 'ANY LOCAL'), 'read', remote('x'), false],
  ['ANY REMOTE is every remote one', may('read', 'ANY REMOTE'), 'read', remote('x'), true],
  ['ANY REMOTE is no virtual one', may('read', 'ANY REMOTE'), 'read', virtual('x'), false],
  ['a star inside a key is a letter, not a pattern', may('read', 'npm*'), 'read', local('npm-local'), false],
  ['a key is compared whole', may('read', 'npm'), 'read', local('npm-local'), false],
  ['a key is compared with its case', may('read', 'A'), 'read', local('a'), false],
  [
    'several rules add up',
    user({ actions: ['read'], target: 'a' }, { actions: ['delete'], target: 'b' }),
    'delete',
    local('b'),
    true,
  ],
  [
    'another section is another thing',
    user({ actions: ['read'], target: 'a', section: 'build' }),
    'read',
    local('a'),
    false,
  ],
  ['an administrator may do everything', admin, 'manage', local('anything'), true],
  ['the system may do everything', systemActor, 'delete', local('anything'), true],
  ['anonymous may read where that is open', open, 'read', local('a'), true],
  ['anonymous may not write there', open, 'deploy', local('a'), false],
  ['anonymous may not read where that is closed', nobody, 'read', local('a'), false],
]

test.for(whole)('%s', ([, actor, action, repository, expected]) => {
  expect(can(actor, action, repository)).toBe(expected)
  expect(decide(actor, action, repository).allowed).toBe(expected)
})

const docs = user({
  actions: ['read'],
  target: 'a',
  include: ['docs/**', '**/*.md'],
  exclude: ['docs/secret/**'],
})

const paths: [string, Actor, string, boolean][] = [
  ['what a pattern includes', docs, 'docs/a.txt', true],
  ['what no pattern includes', docs, 'src/a.txt', false],
  ['what a second pattern includes', docs, 'src/deep/a.md', true],
  ['what is excluded, though it is included', docs, 'docs/secret/a.md', false],
  ['a folder that something may be read in', docs, 'src/', true],
  ['a folder whose every path is excluded', docs, 'docs/secret/', false],
  [
    'another rule for the same repository',
    user(
      { actions: ['read'], target: 'a', include: ['x/**'] },
      { actions: ['read'], target: 'ANY', include: ['y/**'] },
    ),
    'y/1',
    true,
  ],
  [
    'an exclusion of one rule does not bind another',
    user({ actions: ['read'], target: 'a', exclude: ['x/**'] }, { actions: ['read'], target: 'ANY LOCAL' }),
    'x/1',
    true,
  ],
]

test.for(paths)('a path: %s', ([, actor, path, expected]) => {
  expect(can(actor, 'read', local('a'), path)).toBe(expected)
  expect(decide(actor, 'read', local('a'), path).allowed).toBe(expected)
})

test('who has rights on some paths only does not have them everywhere', () => {
  expect(canEverywhere(docs, 'read', local('a'))).toBe(false)
  expect(canEverywhere(open, 'read', local('a'))).toBe(true)
  expect(can(docs, 'read', local('a'))).toBe(true)
})

test('every right is refused without a rule and given by exactly one', () => {
  for (const wanted of repositoryActions)
    for (const granted of repositoryActions)
      expect(can(user({ actions: [granted], target: 'ANY' }), wanted, local('a'))).toBe(granted === wanted)
})

test('an answer names the permission, the group it came through and the pattern', () => {
  const actor = user({ actions: ['deploy'], target: 'a', include: ['x/**', 'docs/**'], group: 'writers' })
  expect(decide(actor, 'deploy', local('a'), 'docs/1')).toEqual({
    allowed: true,
    reason: {
      kind: 'permission',
      permission: 'p-a',
      via: { kind: 'group', name: 'writers' },
      target: 'a',
      pattern: 'docs/**',
      sentence: 'The permission p-a gives the deploy right to the group writers on a for docs/**.',
    },
  })
})

test('a refusal says who, what, where and whom to ask, and what nearly allowed it', () => {
  expect(decide(user(), 'delete', local('npm-local'))).toEqual({
    allowed: false,
    why: 'User ann may not delete or overwrite in npm-local: no permission allows it. Ask an administrator for the delete right on this repository.',
    nearly: [],
  })
  const decision = decide(docs, 'read', local('a'), 'docs/secret/a.md')
  expect(decision.allowed ? [] : decision.nearly.map((reason) => reason.sentence)).toEqual([
    'The permission p-a gives the read right on a, but excludes this path by docs/secret/**.',
  ])
})

const platformRules: Record<PlatformAction, Record<string, boolean>> = {
  public: { closed: true, open: true, user: true, manager: true, keeper: true, auditor: true, admin: true },
  browse: { closed: false, open: true, user: true, manager: true, keeper: true, auditor: true, admin: true },
  'signed-in': {
    closed: false,
    open: false,
    user: true,
    manager: true,
    keeper: true,
    auditor: true,
    admin: true,
  },
  identified: {
    closed: false,
    open: false,
    user: true,
    manager: true,
    keeper: true,
    auditor: true,
    admin: true,
  },
  'manage-permissions': {
    closed: false,
    open: false,
    user: false,
    manager: true,
    keeper: true,
    auditor: true,
    admin: true,
  },
  'manage-resources': {
    closed: false,
    open: false,
    user: false,
    manager: false,
    keeper: true,
    auditor: false,
    admin: true,
  },
  'read-identities': {
    closed: false,
    open: false,
    user: false,
    manager: false,
    keeper: false,
    auditor: true,
    admin: true,
  },
  'write-identities': {
    closed: false,
    open: false,
    user: false,
    manager: false,
    keeper: false,
    auditor: false,
    admin: true,
  },
  audit: {
    closed: false,
    open: false,
    user: false,
    manager: false,
    keeper: false,
    auditor: true,
    admin: true,
  },
  'read-metrics': {
    closed: false,
    open: false,
    user: false,
    manager: false,
    keeper: false,
    auditor: false,
    admin: true,
  },
  administer: {
    closed: false,
    open: false,
    user: false,
    manager: false,
    keeper: false,
    auditor: false,
    admin: true,
  },
}

test.for(Object.entries(platformRules))('who may use what is declared as %s', ([action, expected]) => {
  const actors = {
    closed: nobody,
    open,
    user: user(),
    manager: user({ actions: ['manage'], target: 'a' }),
    keeper: { ...user(), privileges: new Set(['resources'] as const) },
    auditor: { ...user(), privileges: new Set(['auditor'] as const) },
    admin,
  }
  // The keys of the table are the actions themselves.
  const answers = Object.entries(actors).map(([name, actor]) => [
    name,
    mayUse(actor, action as PlatformAction),
  ])
  expect(Object.fromEntries(answers)).toEqual(expected)
})
