import type { Action, PermissionSection, PermissionSubject } from '@bindery/contracts'
import { beforeAll, expect, test } from 'vitest'
import { areaTexts, loadTexts } from '../../messages/index.ts'
import { describeSection, plainText } from './sentence.ts'

beforeAll(() => loadTexts([areaTexts.permissions]))

const members = new Map([
  ['web', 12],
  ['web-leads', 3],
  ['security', 7],
])

const group = (name: string, ...actions: Action[]): PermissionSubject => ({ kind: 'group', name, actions })
const user = (name: string, ...actions: Action[]): PermissionSubject => ({ kind: 'user', name, actions })
const target = (name: string, includePatterns = ['**'], excludePatterns: string[] = []) => ({
  name,
  includePatterns,
  excludePatterns,
})

function words(
  who: PermissionSubject[],
  targets: PermissionSection['targets'],
  section: PermissionSection['section'] = 'artifact',
) {
  return plainText(describeSection({ section, targets, who }, { members }))
}

test('the picture of the design, in words', () => {
  const repositories = ['a', 'b', 'c', 'd'].map((name) => target(name, ['**/*'], ['**/private/**']))
  const who = [
    group('web', 'read', 'annotate', 'deploy'),
    group('web-leads', 'read', 'annotate', 'deploy', 'delete', 'manage'),
    user('ci-bot', 'read', 'annotate', 'deploy'),
    group('security', 'read', 'scan'),
    user('grace', 'read'),
  ]
  expect(words(who, repositories)).toBe(
    'Members of web (12) and ci-bot may read, annotate and deploy in 4 repositories, except under private. ' +
      'Members of web-leads (3) may also delete, overwrite and manage. ' +
      'Members of security (7) may read and manage scan data there. grace may read there. ' +
      'It lets nobody else delete.',
  )
})

test('names keep their case at the start of a sentence, our words do not', () => {
  expect(words([user('ada', 'read')], [target('npm-local')])).toBe(
    'ada may read in npm-local. This permission lets nobody delete.',
  )
})

test('deleting without deploying is not overwriting, and all may delete when all are ticked', () => {
  expect(words([user('ada', 'read', 'delete')], [target('npm-local')])).toBe(
    'ada may read and delete in npm-local.',
  )
  expect(words([user('ada', 'deploy', 'delete')], [target('npm-local')])).toBe(
    'ada may deploy, delete and overwrite in npm-local.',
  )
})

test('every kind of place has its words', () => {
  const who = [user('ada', 'read', 'delete')]
  const places: [PermissionSection['targets'], string][] = [
    [[target('ANY')], 'every repository'],
    [[target('ANY'), target('npm-local')], 'every repository'],
    [[target('ANY LOCAL'), target('ANY REMOTE')], 'every local repository and every remote repository'],
    [[target('ANY LOCAL'), target('npm-remote')], 'every local repository and npm-remote'],
    [[target('a'), target('b')], 'a and b'],
    [[target('a', ['@acme/**'])], 'a, only under @acme'],
    [[target('a', ['@acme/**', '*.md'])], 'a, only under @acme or at *.md'],
    [[target('a', ['**'], ['**/private/**', 'x/?'])], 'a, except under private or at x/?'],
    [[target('a', ['x/**'], ['x/y/**'])], 'a, only under x, except under x/y'],
    [[target('a'), target('b', ['x/**'])], 'b, only under x, and in a'],
  ]
  for (const [targets, place] of places)
    expect(words(who, targets)).toBe(`ada may read and delete in ${place}.`)
})

test('builds, bundles and destinations are named as what they are', () => {
  const who = [user('ada', 'read', 'delete', 'distribute')]
  expect(words(who, [target('artifactory-build-info', ['web-*'])], 'build')).toBe(
    'ada may read and delete in builds named web-*.',
  )
  expect(words(who, [target('artifactory-build-info')], 'build')).toBe(
    'ada may read and delete in all builds.',
  )
  expect(words(who, [target('release-bundles-v2', ['a', 'b'])], 'release_bundle')).toBe(
    'ada may read, distribute and delete in release bundles named a or b.',
  )
  expect(words(who, [target('ANY')], 'destination')).toBe(
    'ada may distribute and delete in every destination.',
  )
})

test('a permission that gives nothing says so', () => {
  expect(words([user('ada', 'read')], [])).toBe('No resources are chosen yet, so nobody gets anything.')
  expect(words([], [target('a')])).toBe(
    'Nobody gets anything yet: add users or groups and tick what they may do.',
  )
  expect(words([user('ada')], [target('a')])).toBe(
    'Nobody gets anything yet: add users or groups and tick what they may do.',
  )
  expect(words([user('ada', 'read', 'delete'), user('bob')], [target('a')])).toBe(
    'ada may read and delete in a. Nothing is ticked for bob. It lets nobody else delete.',
  )
})

test('a group whose size is not known yet is named without it', () => {
  expect(words([group('new', 'read', 'delete')], [target('a')])).toBe(
    'Members of new may read and delete in a.',
  )
})
